// The figures of the home page, in order: each area adds those with which its people start the day.
import { isAllowed } from '#contract/access.ts'
import type { DayFigure } from '#contract/home/figures.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Db } from '#server/db/connection.ts'
import { customerFigures, registrationFigures } from './figures/customers.ts'
import { deskFigures } from './figures/desk.ts'
import type { Figure } from './figures/figure.ts'
import { platformFigures } from './figures/platform.ts'
import { pushFigures } from './figures/pushes.ts'

const figures: Readonly<Record<string, Figure>> = {
  ...registrationFigures,
  ...deskFigures,
  ...pushFigures,
  ...customerFigures,
  ...platformFigures,
}

/** The figures of one person, each counted within scope. */
export async function figuresOf(db: Db, actor: Actor): Promise<DayFigure[]> {
  const today = await databaseToday(db)
  const own = Object.entries(figures).filter(([, { access }]) => isAllowed(access, actor))
  const shown = await Promise.all(
    own.map(async ([key, { label, menu, query = '', count, isSilentAtZero }]) => {
      const counted = await count(db, actor, today)
      const found = typeof counted === 'number' ? { count: counted, since: null, rows: [] } : counted
      if (isSilentAtZero && found.count === 0) return []
      return [{ key, label, menu, ...found, query: typeof query === 'string' ? query : query(today) }]
    }),
  )
  return shown.flat()
}
