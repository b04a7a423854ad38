// Hidden products of a preset or a permission set: applying skips them, its page lists them for removal.
import { type Static, Type } from 'typebox'

const HiddenProduct = Type.Object({ id: Type.String(), name: Type.String() })
export type HiddenProduct = Static<typeof HiddenProduct>

export const HiddenProducts = Type.Array(HiddenProduct, { description: 'those of `productIds` that are sold no more' })
export const HiddenCount = Type.Integer({ description: 'how many of its products are sold no more' })
