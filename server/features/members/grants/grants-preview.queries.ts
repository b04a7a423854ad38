// Previews of what an act takes from a customer: formal grants that it shortens or revokes, or all that it revokes.
import type { Preview } from '#contract/envelope.ts'
import { type GrantState, grantKindLabels } from '#contract/members/members.ts'
import type { Tx } from '#server/db/connection.ts'
import type { LiveGrant } from './grants.queries.ts'
import { needsConfirmation } from './grants.rules.ts'
import { namesOfProducts } from './grants-account.queries.ts'

const WHOLE = '整个子产品'
const NAMES = 20

type Target = { productId: string | null }
type Changes = { set: readonly (Target & GrantState)[]; revoke: readonly Target[] }

export const versionsOf = (live: readonly LiveGrant[]) => live.map(({ id, version }) => `${id}:${version}`)

async function namesFor(tx: Tx, targets: readonly Target[]): Promise<(productId: string | null) => string> {
  const found = await namesOfProducts(
    tx,
    targets.flatMap(({ productId }) => productId ?? []),
  )
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return (productId) => (productId === null ? WHOLE : (names.get(productId) ?? productId))
}

const group = (title: string, names: readonly string[]) =>
  names.length > 0 ? [{ title, count: names.length, names: names.slice(0, NAMES) }] : []

/** Formal grants that an act shortens or revokes; null where there are none. */
export async function lossesOf(
  tx: Tx,
  name: string,
  { set, revoke }: Changes,
  grants: readonly LiveGrant[],
  day: string,
): Promise<Preview | null> {
  const live = new Map(grants.map((grant) => [grant.productId, grant]))
  const isLost = (productId: string | null, after: GrantState | null) =>
    needsConfirmation(live.get(productId) ?? null, after, day)
  const shortened = set.filter((grant) => isLost(grant.productId, grant))
  const revoked = revoke.filter(({ productId }) => isLost(productId, null))
  if (shortened.length + revoked.length === 0) return null
  const nameOf = await namesFor(tx, [...shortened, ...revoked])
  return {
    text: `${name} 的正式授权将被缩短或取消，请确认：`,
    groups: [
      ...group(
        '缩短正式授权',
        shortened.map(({ productId, startsOn, endsOn }) => {
          const before = live.get(productId)
          return `${nameOf(productId)}（${before?.startsOn} 至 ${before?.endsOn} 改为 ${startsOn} 至 ${endsOn}）`
        }),
      ),
      ...group(
        '取消正式授权',
        revoked.map(({ productId }) => `${nameOf(productId)}（原至 ${live.get(productId)?.endsOn}）`),
      ),
    ],
  }
}

/** Preview of revoking all these grants. */
export async function revokedOf(tx: Tx, text: string, grants: readonly LiveGrant[]): Promise<Preview> {
  const nameOf = await namesFor(tx, grants)
  const byKind = Map.groupBy(grants, ({ kind }) => kind)
  return {
    text,
    groups: [...byKind].flatMap(([kind, some]) =>
      group(
        `取消${grantKindLabels[kind]}授权`,
        some.map(({ productId, endsOn }) => `${nameOf(productId)}（原至 ${endsOn}）`),
      ),
    ),
  }
}
