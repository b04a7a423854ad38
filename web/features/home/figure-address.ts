// Link target of a day figure, from the person's own menu.
import type { DayFigure } from '#contract/home/figures.ts'
import { leavesOf } from '#web/lib/session/menu.rules.ts'
import { useMenu } from '#web/lib/session/menus.ts'

/** Pages without a menu line (spec §4), by menu code. */
export const pathsOffMenu = new Map([['priceBatchAdd', '/data/priceService/price/batchAdd']])

export function useFigureAddress() {
  const leaves = leavesOf(useMenu())
  return ({ menu, query }: Pick<DayFigure, 'menu' | 'query'>) => {
    const pathname = leaves.find(({ code }) => code === menu)?.address ?? pathsOffMenu.get(menu)
    return pathname === undefined ? undefined : { pathname, search: query }
  }
}
