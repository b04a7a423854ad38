/** Why a command cannot go on, in a sentence for the person who started it; shown without a stack. */
export class StartError extends Error {}
