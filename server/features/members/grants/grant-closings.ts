// closingLeadingIn: end dates of grants from a spreadsheet, which lengthen or shorten grants and add none.
import { isAllowed } from '#contract/access.ts'
import { type ClosingKey, closingImport, closingRight } from '#contract/members/grant-sheets.ts'
import { checkPeriod } from '#contract/members/grants.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { databaseToday } from '#server/core/clock.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, whole } from '#server/core/sheets/imports-check.ts'
import { accountKey, accountsByLogin, productsByText } from './grant-closings.queries.ts'
import { type RequestedGrant, setGrants } from './grants.acts.ts'
import { type LiveGrant, liveGrants, lockAccounts } from './grants.queries.ts'
import { refusalOf } from './grants.rules.ts'

/** `seen`: versions of the grants that were checked, in the same order. */
type Ready = { loginName: string; reason: string; wishes: RequestedGrant[]; seen: number[] }
type Checking = CheckContext<ClosingKey>
type Row = Checking['rows'][number]

const GRANTS_A_BATCH = 2_000
const ACCOUNTS_ASKED = 5_000

/** Live grants of many accounts, by account. */
async function grantsBy(db: Checking['db'], ids: readonly string[]): Promise<Map<string, LiveGrant[]>> {
  const all: LiveGrant[] = []
  for (let from = 0; from < ids.length; from += ACCOUNTS_ASKED) {
    all.push(...(await liveGrants(db, ids.slice(from, from + ACCOUNTS_ASKED))))
  }
  return Map.groupBy(all, ({ accountId }) => accountId)
}

/** Reports rows that name a grant which an earlier row names already. */
function reportTwice(ready: ReadonlyMap<number, Ready>, { rows, report }: Checking): void {
  const firstWith = new Map<string, number>()
  for (const row of rows) {
    for (const { accountId, productId } of ready.get(row.at)?.wishes ?? []) {
      const key = `${accountId}:${productId}`
      const first = firstWith.get(key)
      if (first === undefined) firstWith.set(key, row.number)
      else if (first !== row.number) report(row, 'product', `与第 ${first} 行是同一授权`)
    }
  }
}

const withAccounts = new Set<string>(subProductsWith('accounts'))
const titled = new Map<string, SubProductKey>(
  subProducts.flatMap(({ key, title }) => (withAccounts.has(key) ? [[title, key] as const] : [])),
)

async function check(context: Checking): Promise<(row: Row) => Ready> {
  const { db, actor, rows, report, breathe } = context
  const day = await databaseToday(db)
  const accounts = await accountsByLogin(
    db,
    actor,
    rows.map(({ values }) => values.loginName),
  )
  const named = await productsByText(
    db,
    rows.flatMap(({ values: { product } }) => (product === '' ? [] : [product])),
  )
  const live = await grantsBy(
    db,
    [...accounts.values()].map(({ id }) => id),
  )
  const ready = new Map<number, Ready>()
  for (const row of rows) {
    await breathe()
    const { loginName, product, endsOn, reason } = row.values
    const subProduct = titled.get(row.values.subProduct.trim())
    if (!subProduct) {
      report(row, 'subProduct', `子产品“${row.values.subProduct}”不存在`)
      continue
    }
    if (!isAllowed(closingRight(subProduct), actor)) {
      report(row, 'subProduct', '没有这个子产品的导入权限')
      continue
    }
    const account = accounts.get(accountKey(subProduct, loginName))
    if (!account) {
      report(row, 'loginName', '账号不存在，或不归您负责')
      continue
    }
    const ids = product === '' ? [] : (named.get(product) ?? [])
    const granted = (live.get(account.id) ?? []).filter(
      ({ productId }) => product === '' || ids.includes(productId ?? ''),
    )
    if (product !== '' && ids.length === 0) report(row, 'product', `产品“${product}”不存在`)
    else if (granted.length === 0) report(row, 'product', product === '' ? '账号没有授权' : '账号没有这个产品的授权')
    else if (product !== '' && granted.length > 1) report(row, 'product', '有多个同名产品，请填写产品编号')
    const wrong = granted.map(({ startsOn }) => checkPeriod(startsOn, endsOn, day)).find(Boolean)
    const refusal = refusalOf(account)
    if (wrong) report(row, 'endsOn', wrong)
    else if (refusal && granted.some((grant) => endsOn > grant.endsOn)) report(row, 'loginName', refusal)
    const wishes = granted.map(({ accountId, productId, kind, startsOn, quota }) => ({
      accountId,
      productId,
      kind,
      startsOn,
      endsOn,
      quota,
    }))
    const seen = granted.map(({ version }) => version)
    ready.set(row.at, { loginName: account.loginName, reason, wishes, seen })
  }
  reportTwice(ready, context)
  return ({ at }) => {
    const found = ready.get(at)
    if (!found) throw new Error('a row that was looked up in vain is not saved')
    return found
  }
}

export const closingsImport = declareImport<ClosingKey, Ready>(closingImport, {
  target: 'grantClosing',
  options: async (_db, actor) => ({
    subProduct: [...titled].flatMap(([title, key]) => (isAllowed(closingRight(key), actor) ? [title] : [])),
  }),
  check: whole(check),
  save: async ({ tx, by, rows, step }) => {
    const ids = rows.flatMap(({ value }) => value.wishes.map(({ accountId }) => accountId))
    // locked by rising ids before any of them changes: concurrent grants wait and cannot deadlock
    await lockAccounts(tx, [...new Set(ids)])
    const live = await grantsBy(tx, [...new Set(ids)])
    const isAsChecked = ({ wishes, seen }: Ready) =>
      wishes.every(({ accountId, productId }, at) =>
        live.get(accountId)?.some((grant) => grant.productId === productId && grant.version === seen[at]),
      )
    const changed = rows.find(({ value }) => !isAsChecked(value))
    if (changed)
      throw refuse('conflict', { msg: `第 ${changed.number} 行的授权刚被他人修改，没有导入任何行，请重新导入` })
    let done = 0
    // one act for each reason
    for (const [reason, ofReason] of Map.groupBy(rows, ({ value }) => value.reason.trim())) {
      const wishes = ofReason.flatMap(({ value }) => value.wishes)
      let actId: string | undefined
      for (let from = 0; from < wishes.length; from += GRANTS_A_BATCH) {
        step(done)
        const act = { via: 'import', reason, ...(actId !== undefined && { id: actId }) } as const
        const stored = await setGrants(tx, by, act, wishes.slice(from, from + GRANTS_A_BATCH))
        actId ??= stored.actId ?? undefined
      }
      done += ofReason.length
    }
    return rows.map(({ value: { loginName, wishes } }) => ({ id: wishes[0]?.accountId ?? '', name: loginName }))
  },
})
