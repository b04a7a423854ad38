// The day's figures on the home page: what each person's own work begins with.
import { type Static, Type } from 'typebox'
import { signedIn } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Nullable } from '#contract/fields.ts'

/** How many of the counted items are named below the figures. */
export const FIGURE_ROWS = 6

const FigureRow = Type.Object({
  id: Type.String(),
  title: Type.String(),
  note: Type.String({ description: 'whose, of what, until when' }),
  since: Nullable(Type.String({ description: 'how long it has waited is told by it' })),
  query: Type.Optional(Type.String({ description: 'of the address that opens the page at this one' })),
})
export type FigureRow = Static<typeof FigureRow>

const DayFigure = Type.Object({
  key: Type.String(),
  label: Type.String(),
  count: Type.Integer(),
  since: Nullable(Type.String({ description: 'of a queue: when its oldest came' })),
  menu: Type.String({ description: 'code of the page that lists what is counted' }),
  query: Type.String({ description: 'of the address that lists it there: `state=new`' }),
  rows: Type.Array(FigureRow, { description: 'of work that waits for the person: the first of it' }),
})
export type DayFigure = Static<typeof DayFigure>

/** Only figures whose page the person may open, in scope; some only if they are not zero. */
export const getDayFigures = readCall('首页的今日数字', '/api/backend/home/figures/get', signedIn, {
  data: Type.Array(DayFigure),
})
