const IN_THE_CLIENT = 'happens in the mod’s own user interface';
const NO_ERROR = 'no request brings a server without faults to answer INTERNAL_ERROR';

/** By rule, why it is not judged where nothing occurred that shows it. */
export const NOT_SEEN = {
  'E-INTERNAL-1': NO_ERROR,
  'E-INTERNAL-2': NO_ERROR,
  'C-ANN-2': 'which loader a client has decides what an announcement takes from it',
  'C-PKT-4': 'what reaches game servers, and what they send, is not seen by a client',
  'C-ANS-3': 'a client does not see what the server knows; how long an answer takes is the network’s as well',
  'C-ANS-6': 'allows something, and demands nothing',
  'F-RULE-5': IN_THE_CLIENT,
  'F-RULE-6': IN_THE_CLIENT,
  'F-CALL-2': IN_THE_CLIENT,
  'C-MOD-3': IN_THE_CLIENT,
  'C-PKT-3': 'what a mod makes of an answer is not seen by a server',
  'C-ASK-2': 'a server does not see how many mods there are, nor which features each has',
  'C-SUB-3': 'shows where the judge has subscribe: --subscribe',
};
