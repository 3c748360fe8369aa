const IN_THE_CLIENT = 'happens in the mod’s own user interface';
const NO_ERROR = 'no request makes a server without faults answer INTERNAL_ERROR';

/** The reason why a rule is not tested if nothing occurred that shows it, by rule id. */
export const NOT_SEEN = {
  'E-INTERNAL-1': NO_ERROR,
  'E-INTERNAL-2': NO_ERROR,
  'C-ANN-2': 'the effect of an announcement depends on the client’s loader',
  'C-PKT-4': 'a client does not see which messages reach game servers, or which they send',
  'C-ANS-3':
    'a client does not see the server’s state, and the time of an answer also depends on the network',
  'C-ANS-6': 'permits something, and requires nothing',
  'F-RULE-5': IN_THE_CLIENT,
  'F-RULE-6': IN_THE_CLIENT,
  'F-CALL-2': IN_THE_CLIENT,
  'C-MOD-3': IN_THE_CLIENT,
  'C-PKT-3': 'a server does not see how a mod handles an answer',
  'C-ASK-2': 'a server does not see which mods a client has, and which features each mod has',
  'C-SUB-3': 'tested only with subscribe: --subscribe',
};
