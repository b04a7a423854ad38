// The matrix of a customer over HTTP: shown, changed in one act, acts listed and undone.
import { isAllowed } from '#contract/access.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { getGrantMatrix, matrixCell, queryEnterpriseActs, saveGrantMatrix } from '#contract/members/matrix.ts'
import { databaseToday } from '#server/core/clock.ts'
import { transact } from '#server/core/core.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { findEnterprise } from '../customers/customers.queries.ts'
import { fixedVias } from '../grants/grant-undo.rules.ts'
import { saveMatrix } from './matrix.acts.ts'
import { cellsOfActs, listActs, readMatrix, undoableActs } from './matrix.queries.ts'

/** Most cells of an act that the list names. */
const CELLS_SHOWN = 20

export const routes = [
  serve(getGrantMatrix, async ({ body, db, actor }) => {
    const found = orNotFound(await findEnterprise(db, actor, body.enterpriseId))
    const { id, name } = found
    return { enterprise: { id, name }, day: await databaseToday(db), ...(await readMatrix(db, actor, body)) }
  }),

  serve(saveGrantMatrix, (context) => transact(context.core, (tx) => saveMatrix(tx, context))),

  serve(queryEnterpriseActs, async ({ body, db, actor }) => {
    const { enterpriseId, current = 1, size = PAGE_SIZE, ascs = [] } = body
    if (!(await findEnterprise(db, actor, enterpriseId))) throw refuse('notFound')
    const page = { limit: size, offset: (current - 1) * size, ascending: ascs.length > 0 }
    const { total, acts } = await listActs(db, actor, enterpriseId, page)
    const ids = acts.map(({ id }) => id)
    const near = acts.filter(({ via, undoneBy }) => undoneBy === null && !fixedVias.includes(via)).map(({ id }) => id)
    const cells = Map.groupBy(await cellsOfActs(db, actor, enterpriseId, ids), ({ actId }) => actId)
    const undoable = await undoableActs(db, actor, enterpriseId, near)
    const records = acts.map(({ undoneBy, ...act }) => {
      const all = cells.get(act.id) ?? []
      return {
        ...act,
        changes: all.reduce((sum, { products }) => sum + products, 0),
        cells: all.slice(0, CELLS_SHOWN),
        cellCount: all.length,
        isUndone: undoneBy !== null,
        canUndo: undoable.has(act.id) && all.every(({ subProduct }) => isAllowed(matrixCell, actor, subProduct)),
      }
    })
    return { records, total, current, size, pages: Math.ceil(total / size) }
  }),
]
