// Reads to invalidate after a change of categories or products.
import { getAllCategory, getCategoryRows, listProducts, treeAll } from '#contract/catalogue/catalogue.ts'

export const productReads = [listProducts, getCategoryRows, getAllCategory, treeAll] as const
