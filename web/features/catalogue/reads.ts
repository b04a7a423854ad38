// What is out of date once categories or products have changed.
import { getAllCategory, getCategoryRows, listProducts, treeAll } from '../../../contract/catalogue/catalogue.ts'

export const productReads = [listProducts, getCategoryRows, getAllCategory, treeAll] as const
