import { LAYOUT } from './layout.ts';
import type { Catalogue } from './message.ts';

/** The texts of all commands in German. */
export const GERMAN: Catalogue = {
  ...LAYOUT,
  'number.separator': '.',
  'time.date': '<day>.<month>.<year> <hour>:<minute> <zone>',
  'time.never': 'für immer',
  'time.until': 'bis <time> (noch <duration>)',
  'time.days': '<count> d',
  'time.hours': '<count> h',
  'time.minutes': '<count> min',
  'time.seconds': '<count> s',
  'count.features': { one: '<count> Feature', other: '<count> Features' },
  'count.lists': { one: '<count> Liste', other: '<count> Listen' },
  'count.messages': { one: '<count> Nachricht', other: '<count> Nachrichten' },
  'count.packets': { one: '<count> Paket', other: '<count> Pakete' },
  'count.players': { one: '<count> Spieler', other: '<count> Spieler' },
  'count.requests': { one: '<count> Anfrage', other: '<count> Anfragen' },
  'whom.global': 'alle Clients',
  'whom.server': 'alle Clients auf dem Server <server>',
  'state.free': 'frei',
  'state.blocked': 'blockiert',
  'state.blocked-until': 'blockiert bis <time>',

  'help.unknown': 'Den Befehl <command> gibt es nicht. Es gibt:',
  'help.client': 'Der Client ist die Kennung einer Mod, zum Beispiel my-mod.',
  'help.usage': 'Aufruf: <usage>',
  'summary.block': 'blockiert ein Feature für alle Clients oder für einen',
  'summary.unblock': 'entfernt ein Feature aus der Liste für alle Clients oder für einen',
  'summary.list': 'zeigt, was für alle Clients oder für einen blockiert ist',
  'summary.check': 'zeigt, welche Antwort eine Mod mit dieser Kennung bekäme',
  'summary.explain': 'zeigt, warum ein Feature für einen Spieler auf diesem Proxy blockiert oder frei ist',
  'summary.where': 'zeigt alle Listen, die ein Feature blockieren',
  'summary.history':
    'zeigt die letzten Änderungen der Listen, eines Features oder eines Features für einen Client',
  'summary.undo': 'macht eine Änderung anhand ihrer ID im Verlauf rückgängig, sonst die letzte',
  'summary.redo': 'stellt eine rückgängig gemachte Änderung wieder her, anhand ihrer ID oder die letzte',
  'summary.mods': 'zeigt, welche Mods Anfragen gesendet haben, die letzte zuerst',
  'summary.status': 'zeigt den Zustand des Plugins, von Redis und der Listen',
  'summary.bridges': 'zeigt, was an Mods mit eigenem Protokoll gesendet wird',
  'summary.reload': 'liest config.toml und die Sprachdateien neu ein',

  'input.quote':
    'Ein Anführungszeichen ist nicht geschlossen, oder nach dem schließenden steht kein Leerzeichen.',
  'input.option-twice': '<option> ist doppelt angegeben.',
  'input.option-unknown': 'Die Option <option> gibt es nicht. Aufruf: <usage>',
  'input.option-empty': '<option> braucht einen Wert.',
  'input.client':
    'Der Name eines Clients muss Unicode-Text mit 1 bis <most> Zeichen sein, ohne Steuerzeichen.',
  'input.feature':
    'Der Name eines Features muss Unicode-Text mit 1 bis <most> Zeichen sein, ohne Steuerzeichen.',
  'input.for-and-until': 'Bitte --for oder --until angeben, nicht beides.',
  'input.client-and-server': 'Bitte einen Client oder einen Server angeben, nicht beides.',
  'input.no-servers': 'Spielserver haben hier keine Listen: siehe scopes.servers in config.toml.',
  'input.no-duration':
    'Eine Dauer wird wie 30m, 2h30m oder 7d geschrieben, mit den Einheiten s, m, h, d und w.',
  'input.no-date':
    'Ein Datum wird wie 2026-12-01T18:00 geschrieben, bei Bedarf mit einem Versatz wie Z oder +02:00.',
  'input.no-such-date': 'Dieses Datum gibt es nicht.',
  'input.past': 'Dieser Zeitpunkt ist schon vorbei.',
  'input.too-far': 'Befristet wird für höchstens 10 Jahre blockiert, sonst ohne Ende.',
  'input.reason': 'Ein Grund hat höchstens <most> Zeichen, ohne Zeilenumbrüche und Steuerzeichen.',
  'input.list-name':
    'Das ist kein gültiger Name eines Clients oder Servers: er ist zu lang oder enthält Steuerzeichen.',

  'failure.redis-unreachable':
    'Redis antwortet nicht. Der Befehl wurde vielleicht trotzdem ausgeführt: bitte erst nachsehen, dann erneut versuchen.',
  'failure.redis-type':
    'Der Schlüssel dieser Liste hat in Redis einen anderen Typ. Bitte zuerst diesen Schlüssel löschen.',
  'failure.redis-refused': 'Redis hat den Befehl abgelehnt: <reason>.',
  'failure.unexpected': 'Das ist fehlgeschlagen; der Grund steht im Log des Proxys.',
  'failure.conflict': 'Nichts wurde geändert, denn andere haben das inzwischen geändert:',
  'conflict.entry': '<feature> ist <state>, geändert von <actor>, <time>',
  'conflict.unrecorded': '<feature> ist <state>',

  'block.done': '<feature> ist jetzt für <whom> blockiert.',
  'block.done-until': '<feature> ist jetzt für <whom> blockiert <until>.',
  'block.before': 'Vorher: <state>.',
  'block.unchanged': '<feature> war für <whom> schon blockiert.',
  'block.replaced': {
    one: 'Redis hatte die Liste für <whom> verloren: <count> Feature aus dem Speicher ist jetzt vielleicht nicht mehr blockiert.',
    other:
      'Redis hatte die Liste für <whom> verloren: <count> Features aus dem Speicher sind jetzt vielleicht nicht mehr blockiert.',
  },
  'block.unknown-client':
    'Eine Mod mit der Kennung <client> hat in letzter Zeit keine Anfrage gesendet. Falls ein Feature gemeint war, dessen Name ein Leerzeichen enthält, bitte in Anführungszeichen setzen: <quoted>.',
  'block.unknown-server': 'Auf diesem Proxy hat kein Spielserver den Namen <server>.',
  'unblock.done': '<feature> ist für <whom> nicht mehr blockiert.',
  'unblock.unchanged': '<feature> war nicht in der Liste für <whom>.',
  'unblock.still-blocked': 'Noch für alle Clients blockiert.',
  'unblock.after-login': 'In <mod> wirkt das erst, wenn sich der Spieler neu angemeldet hat.',
  'unblock.after-restart': 'In <mod> wirkt das erst, wenn der Spieler das Spiel neu gestartet hat.',

  'list.nothing': 'Die Liste für <whom> ist leer.',
  'list.features': {
    one: '<count> Feature blockiert für <whom>: <features>.',
    other: '<count> Features blockiert für <whom>: <features>.',
  },
  'list.timed': {
    one: '<count> Feature befristet blockiert für <whom>: <features>.',
    other: '<count> Features befristet blockiert für <whom>: <features>.',
  },
  'list.and-more': '<names> und <more> weitere',
  'list.clients': 'Clients mit eigener Liste: <clients>.',
  'list.servers': 'Spielserver mit eigener Liste: <servers>.',
  'list.lost': {
    one: 'Redis hat die Liste für <whom> verloren: <count> Feature bleibt im Speicher und blockiert, bis die Liste neu geschrieben wird.',
    other:
      'Redis hat die Liste für <whom> verloren: <count> Features bleiben im Speicher und blockiert, bis die Liste neu geschrieben wird.',
  },
  'lists.unread': 'Die Listen wurden noch nicht aus Redis gelesen.',
  'check.none': {
    one: '<count> Feature geprüft, für <client> nicht blockiert.',
    other: '<count> Features geprüft, keines für <client> blockiert.',
  },
  'check.blocked': {
    one: '<blocked> von <count> Feature für <client> blockiert: <features>.',
    other: '<blocked> von <count> Features für <client> blockiert: <features>.',
  },

  'explain.no-player': 'Auf diesem Proxy gibt es keinen Spieler <player>.',
  'explain.blocked': '<feature> von <client> ist für <player> blockiert.',
  'explain.exempt': '<feature> von <client> ist für <player> frei, da der Spieler ausgenommen ist.',
  'explain.free': '<feature> von <client> ist für <player> frei.',
  'explain.entry': 'Blockiert für <whom>.',
  'explain.entry-until': 'Blockiert für <whom> <until>.',
  'where.nowhere': 'Keine Liste blockiert <feature>.',

  'history.none': 'Es ist keine Änderung verzeichnet.',
  'history.change': '<time> <actor> (<source>): <change>. ID: <id>',
  'history.change-with-reason': '<time> <actor> (<source>): <change>, Grund: <reason>. ID: <id>',
  'history.features': '<features> für <whom>: <before>, dann <after>',
  'undo.unknown': 'Diese Änderung gibt es nicht, oder sie ist nicht mehr verzeichnet.',
  'undo.none': 'Es gibt keine Änderung, die sich rückgängig machen lässt.',
  'undo.confirm': 'Das ist die Änderung von jemand anderem. Den Befehl mit ihrer ID wiederholen: <id>',
  'undo.too-many':
    'Diese Änderung betrifft zu viele Features und kann nicht rückgängig gemacht werden: bitte eine frühere Datei importieren.',
  'undo.many-done': 'In der Liste für <whom> sind <features> wieder wie zuvor.',
  'undo.done': '<feature> für <whom> ist wieder <state>.',
  'undo.unchanged': 'Die Liste für <whom> ist schon wie vor dieser Änderung.',

  'mods.none': 'Keine Mod hat eine Anfrage gesendet.',
  'mods.mods': 'Mods, die Anfragen gesendet haben, die letzte zuerst: <mods>.',
  'mods.more': 'Und <more> weitere.',

  'status.engine': 'Engine: <engine>, läuft seit <duration>.',
  'status.redis-connected': 'Redis: verbunden<details>.',
  'status.redis-connecting': 'Redis: wird verbunden.',
  'status.redis-unreachable': 'Redis: nicht erreichbar, wird neu verbunden.',
  'status.round-trip': 'Antwortzeit <milliseconds> ms',
  'status.redis-outdated': 'zu alt für Änderungen',
  'status.redis-replica': 'eine Replik, die Änderungen ablehnt',
  'status.redis-silent': 'antwortet nicht',
  'status.redis-slow': 'langsam',
  'status.lists': 'Listen: <lists>.',
  'status.unread': 'noch nicht gelesen',
  'status.global': '<features> für alle Clients',
  'status.clients': { one: '<features> für <count> Client', other: '<features> für <count> Clients' },
  'status.servers': '<features> für Server',
  'status.timed': '(<features> davon befristet)',
  'status.age': 'vor <duration> mit Redis verglichen',
  'status.reading': 'werden neu gelesen',
  'status.lost': '<lists> im Speicher behalten, da Redis seine Daten verloren hat',
  'status.queue': 'Warteschlange: <packets> wartend, <requests> in Arbeit.',
  'status.subscriptions': 'Abonnements: <players>.',
  'status.answers': 'Antworten: <answers>.',
  'status.dropped': 'Verworfene Pakete: <packets>.',
  'status.from-backends': 'von Spielservern',
  'status.over-guard': 'über der Grenze eines Spielers',
  'status.queue-full': 'über der Grenze der Warteschlange',
  'status.client-too-old': 'von zu alten Clients',
  'status.none': 'keine',
  'status.bridges': 'Bridges: <bridges>.',

  'bridges.none': 'Keine Bridge ist eingeschaltet: siehe [bridges] in config.toml.',
  'bridges.bridge': '<bridge> (<mod>): <reach>, <messages>. Blockiert: <features>.',
  'bridges.every-player': 'an alle Spieler gesendet',
  'bridges.unsupported': '<bridge> kann nicht blockieren: <features>.',
  'bridges.coarse': '<bridge> kann nur zusammen mit anderen blockieren (bridges.coarse): <features>.',
  'bridges.older-versions': '<bridge> ignoriert bis Minecraft <until>: <features>.',
  'bridges.others': 'Nicht eingeschaltet: <bridges>.',

  'reload.done': 'Die Einstellungen sind übernommen.',
  'reload.other-data':
    'Sie nennen ein anderes Redis, eine andere Datenbank oder ein anderes Präfix: Die Listen des vorigen sind verworfen.',
  'reload.failed': 'Nichts ist geändert: <problem>.',
};
