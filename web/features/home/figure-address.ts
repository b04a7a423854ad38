// Where a figure of the day leads: its page in the person's own menu.
import type { DayFigure } from '../../../contract/home/figures.ts'
import { leavesOf } from '../../lib/session/menu.rules.ts'
import { useMenu } from '../../lib/session/menus.ts'

/** spec §4 takes the pages of entering out of the menu; their figures lead there all the same. */
export const unlisted = new Map([['priceBatchAdd', '/data/priceService/price/batchAdd']])

export function useFigureAddress() {
  const leaves = leavesOf(useMenu())
  return ({ menu, query }: Pick<DayFigure, 'menu' | 'query'>) => {
    const pathname = leaves.find(({ code }) => code === menu)?.address ?? unlisted.get(menu)
    return pathname === undefined ? undefined : { pathname, search: query }
  }
}
