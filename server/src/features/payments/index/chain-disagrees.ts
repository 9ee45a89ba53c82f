/** Nodes returned blocks of different branches. Retry. */
export class ChainDisagrees extends Error {}
