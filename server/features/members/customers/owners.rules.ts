// Who gets which customers when owners change: decided here, without the database.
import type { Preview } from '#contract/envelope.ts'
import type { Owned, OwnerMove } from './owners.queries.ts'

/** Most names in a group of a preview. */
const NAMES_MAX = 20

export type Plan = {
  moves: OwnerMove[]
  /** Locked members, which stay where they are. */
  locked: Owned[]
  /** Rows that the receiver owns already. */
  same: number
}

/** Distributes units in turn. Locked members keep their owner. */
export function dealOut(rows: readonly Owned[], receivers: readonly string[]): Plan {
  const units = [...new Set(rows.map(({ unit }) => unit))]
  const receiverOf = new Map(units.map((unit, at) => [unit, receivers[at % receivers.length] ?? null]))
  const locked = rows.filter((row) => row.locked)
  const moves = rows
    .filter((row) => !row.locked)
    .map(({ target, id, ownerId, unit }) => ({ target, id, fromId: ownerId, toId: receiverOf.get(unit) ?? null }))
  const changed = moves.filter(({ fromId, toId }) => fromId !== toId)
  return { moves: changed, locked, same: moves.length - changed.length }
}

export const ownedLabels = { enterprise: '客户', member: '会员' } as const

/** How many each receiver gets, and what stays. */
export function previewOf(rows: readonly Owned[], plan: Plan, names: ReadonlyMap<string, string>): Preview {
  const nameOf = new Map(rows.map(({ target, id, name }) => [`${target}:${id}`, name]))
  const byReceiver = Map.groupBy(plan.moves, ({ toId, target }) => `${toId ?? ''}:${target}`)
  const groups = [...byReceiver.values()].map((moves) => {
    const [first] = moves
    const receiver = names.get(first?.toId ?? '') ?? '公海'
    return {
      title: `给${receiver}的${ownedLabels[first?.target ?? 'member']}`,
      count: moves.length,
      names: moves.slice(0, NAMES_MAX).map(({ target, id }) => nameOf.get(`${target}:${id}`) ?? ''),
    }
  })
  const stay = plan.locked.slice(0, NAMES_MAX).map(({ name }) => name)
  return {
    text: `${plan.moves.length} 项变更归属${plan.same > 0 ? `，${plan.same} 项已归接收人，不变` : ''}`,
    groups:
      plan.locked.length > 0
        ? [...groups, { title: '已锁定，不变更', count: plan.locked.length, names: stay }]
        : groups,
  }
}
