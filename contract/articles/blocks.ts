// Blocks of an article's body that are bound to prices: what their attributes may be, and the HTML that readers see.
import type { BlockRule } from './nodes.ts'

/** By the name of the node. */
export const blocks: Readonly<Record<string, BlockRule>> = {}
