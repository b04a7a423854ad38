// The follow-up boards over HTTP: one implementation for the three boards and for the radar over all sub-products. Each
// counts accounts of sub-products that the person may open, within sales scope.
import { isAllowed } from '#contract/access.ts'
import { type BoardCalls, boardCalls, boardSubProducts, getAppHintInfo, radarCalls } from '#contract/home/boards.ts'
import { getDayFigures } from '#contract/home/figures.ts'
import { type BoardType, boardTypes } from '#contract/home/home.ts'
import { EXPIRE_DAYS } from '#contract/limits.ts'
import { queryAccounts } from '#contract/members/accounts.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Db } from '#server/db/connection.ts'
import { type BoardOf, countBoard, listBoard, lockBoardAccount, removeMark, storeMark } from './boards.queries.ts'
import { figuresOf } from './figures.ts'
import { storedDays } from './home.queries.ts'

const mayOpen = (actor: Actor, keys: readonly SubProductKey[]) =>
  keys.filter((key) => isAllowed(queryAccounts.access, actor, key))

const all = subProducts.map(({ key }) => key)

/** @param type null: the radar */
async function boardFor(db: Db, actor: Actor, type: BoardType | null): Promise<BoardOf> {
  const days = type === null ? EXPIRE_DAYS : ((await storedDays(db, actor.id)).get(type) ?? EXPIRE_DAYS)
  return { viewer: actor, subProducts: mayOpen(actor, type === null ? all : boardSubProducts[type]), days }
}

type Handling = { id: string; handled: boolean; remark?: string }

async function mark(core: Core, by: Author, board: BoardOf, { id, handled, remark = '' }: Handling): Promise<void> {
  await transact(core, async (tx) => {
    const account = await lockBoardAccount(tx, board, id)
    if (!account) throw refuse('notFound', { msg: '账号不存在' })
    const text = remark.trim()
    if (handled) await storeMark(tx, { accountId: id, endsOn: account.endsOn, userId: board.viewer.id, remark: text })
    else if (!(await removeMark(tx, id))) return
    await audit(tx, by, {
      action: handled ? 'board.handle' : 'board.unhandle',
      targetType: 'account',
      targetId: id,
      after: { loginName: account.loginName, endsOn: account.endsOn, ...(handled && { remark: text }) },
    })
  })
}

const boardRoutes = (type: BoardType | null, calls: BoardCalls) => [
  serve(calls.hint, async ({ actor, db }) => countBoard(db, await boardFor(db, actor, type))),
  serve(calls.rows, async ({ query, actor, db }) => listBoard(db, await boardFor(db, actor, type), query)),
  serve(calls.handle, async ({ body, actor, db, core, by }) => {
    await mark(core, by, await boardFor(db, actor, type), body)
    return null
  }),
]

export const routes = [
  ...boardTypes.flatMap((type) => boardRoutes(type, boardCalls[type])),
  ...boardRoutes(null, radarCalls),

  serve(getAppHintInfo, async ({ body, actor, db }) => listBoard(db, await boardFor(db, actor, 4), body)),

  serve(getDayFigures, async ({ actor, db }) => figuresOf(db, actor)),
]
