// Accounts from a spreadsheet: the checks of opening one, for thousands at once; a trial where a row has one.

import { isAllowed } from '#contract/access.ts'
import { addDays } from '#contract/days.ts'
import { type AccountImportKey, accountImport } from '#contract/members/account-sheets.ts'
import { accountRight, subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { checkMobile } from '#contract/validation.ts'
import type { Person } from '#server/core/access/actors.ts'
import { generatePassword, hashGenerated } from '#server/core/access/passwords.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Author } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import type { Tx } from '#server/db/connection.ts'
import { giveGrants } from '../grants/grants.acts.ts'
import {
  enterprisesByName,
  insertAccounts,
  insertEnterprises,
  insertMembers,
  loginsByMobile,
  membersByLogin,
  ownersByName,
  productsByText,
  recordOwners,
} from './accounts-import.queries.ts'

type Checking = CheckContext<AccountImportKey>
type Row = Checking['rows'][number]

/** `memberId`: an existing member. `enterpriseId` null: the enterprise is new. */
type Ready = {
  subProduct: SubProductKey
  memberId: string | null
  loginName: string
  realName: string
  mobile: string
  email: string
  remark: string
  enterprise: string
  enterpriseId: string | null
  ownerId: string | null
  trialDays: number
  productIds: (string | null)[]
}

const byTitle = new Map(subProductsWith('accounts').map((key) => [subProductOf(key).title as string, key]))
const mayImport = (actor: Person, key: SubProductKey) => isAllowed(accountRight(key, 'leadingIn'), actor)
const productTexts = (text: string) =>
  text
    .split(/[、,，;；\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** What the rows refer to, read once. */
async function lookUp({ db, actor, rows }: Checking) {
  const of = (key: AccountImportKey) => rows.map(({ values }) => values[key]).filter((text) => text !== '')
  return {
    members: await membersByLogin(db, actor, of('loginName')),
    logins: await loginsByMobile(db, of('mobile')),
    enterprises: await enterprisesByName(db, actor, of('enterprise')),
    owners: await ownersByName(db, actor, of('owner')),
    products: await productsByText(db, of('trialProducts').flatMap(productTexts)),
  }
}
type Known = Awaited<ReturnType<typeof lookUp>>

function checkPerson({ report }: Checking, known: Known, row: Row, subProduct: SubProductKey | undefined) {
  const { loginName, mobile } = row.values
  const wrongMobile = checkMobile(mobile)
  if (wrongMobile) report(row, 'mobile', wrongMobile)
  const member = known.members.get(textKey(loginName))
  if (!member) {
    if (known.logins.has(mobile)) report(row, 'mobile', '手机号码已被其他会员使用')
    return null
  }
  if (!member.inScope || member.mobile !== mobile) report(row, 'loginName', '登录名已存在')
  else if (subProduct && member.subProducts.includes(subProduct)) report(row, 'loginName', '该会员已开通此子产品')
  else if (member.mainId !== null) report(row, 'loginName', '该会员是子账号，请在子账号管理中开通')
  return member.id
}

function checkEnterprise({ report, actor }: Checking, known: Known, row: Row) {
  const { enterprise, owner } = row.values
  const found = known.enterprises.get(textKey(enterprise))
  const chosen = owner === '' ? undefined : known.owners.get(textKey(owner))
  if (found && !found.inScope) report(row, 'enterprise', '企业已存在，不在您的权限范围内')
  if (owner !== '' && chosen === undefined) report(row, 'owner', `归属人“${owner}”不存在或不在您的权限范围内`)
  const ownerId = chosen ?? found?.ownerId ?? (actor.isAdministrator ? null : actor.id)
  return { enterpriseId: found?.id ?? null, ownerId }
}

function checkTrial({ report, actor }: Checking, known: Known, row: Row, subProduct: SubProductKey | undefined) {
  const { trialDays, trialProducts } = row.values
  const texts = productTexts(trialProducts)
  if (trialDays === '') {
    if (texts.length > 0) report(row, 'trialDays', '填写了试用产品，请填写试用天数')
    return []
  }
  if (!subProduct) return []
  if (!isAllowed(accountRight(subProduct, 'empower'), actor)) report(row, 'trialDays', '没有此子产品的授权权限')
  if (subProductOf(subProduct).grantsBy === 'whole') {
    if (texts.length > 0) report(row, 'trialProducts', '此子产品整体授权，不填写产品')
    return [null]
  }
  if (texts.length === 0) report(row, 'trialProducts', '请填写试用产品')
  const ids = texts.map((text) => known.products.get(textKey(text)))
  for (const [at, id] of ids.entries()) {
    if (id === undefined) report(row, 'trialProducts', `产品“${texts[at]}”不存在`)
    if (id === null) report(row, 'trialProducts', `有多个名为“${texts[at]}”的产品，请填写编码`)
  }
  return [...new Set(ids.flatMap((id) => (id ? [id] : [])))]
}

async function check(context: Checking): Promise<(row: Row) => Ready> {
  const { rows, actor, report, breathe } = context
  const known = await lookUp(context)
  const ready = new Map<number, Ready>()
  const firstWith = { loginName: new Map<string, number>(), mobile: new Map<string, number>() }
  for (const row of rows) {
    await breathe()
    const { values } = row
    const subProduct = byTitle.get(values.subProduct)
    if (subProduct && !mayImport(actor, subProduct)) report(row, 'subProduct', '没有此子产品的导入权限')
    for (const key of ['loginName', 'mobile'] as const) {
      const value = textKey(values[key])
      const first = value === '' ? undefined : firstWith[key].get(value)
      if (first !== undefined) report(row, key, `与第 ${first} 行重复`)
      else if (value !== '') firstWith[key].set(value, row.number)
    }
    const memberId = checkPerson(context, known, row, subProduct)
    if (values.trialDays !== '' && known.members.get(textKey(values.loginName))?.locked)
      report(row, 'trialDays', '会员已锁定，不能授权')
    const enterprise = checkEnterprise(context, known, row)
    const productIds = checkTrial(context, known, row, subProduct)
    if (!subProduct) continue
    const { loginName, realName, mobile, email, remark, trialDays } = values
    const person = { loginName, realName: realName.trim(), mobile, email, remark }
    const trial = { trialDays: Number(trialDays || 0), productIds }
    ready.set(row.at, {
      ...person,
      ...enterprise,
      ...trial,
      subProduct,
      memberId,
      enterprise: values.enterprise.trim(),
    })
  }
  return ({ at }) => {
    const found = ready.get(at)
    if (!found) throw new Error('a row without a sub-product is not saved')
    return found
  }
}

type Batch = readonly { number: number; value: Ready }[]

async function addEnterprises(tx: Tx, rows: Batch): Promise<Map<string, string>> {
  const wanted = new Map<string, { name: string; ownerId: string | null }>()
  for (const { value } of rows)
    if (value.enterpriseId === null && value.memberId === null && !wanted.has(textKey(value.enterprise)))
      wanted.set(textKey(value.enterprise), { name: value.enterprise, ownerId: value.ownerId })
  return insertEnterprises(tx, [...wanted.values()])
}

async function saveBatch(tx: Tx, by: Author, rows: Batch, added: Map<string, string>, day: string) {
  const fresh = rows.filter(({ value }) => value.memberId === null)
  const passwords = new Map(fresh.map(({ value }) => [value.loginName, generatePassword()]))
  const hashes = await Promise.all(fresh.map(({ value }) => hashGenerated(passwords.get(value.loginName) ?? '')))
  const made = await insertMembers(
    tx,
    fresh.map(({ value }, at) => {
      const { loginName, realName, mobile, email, remark, ownerId, enterprise } = value
      const enterpriseId = value.enterpriseId ?? added.get(textKey(enterprise)) ?? ''
      return { loginName, realName, mobile, email, remark, ownerId, enterpriseId, passwordHash: hashes[at] ?? '' }
    }),
  )
  const memberOf = ({ memberId, loginName }: Ready) => memberId ?? made.get(textKey(loginName)) ?? ''
  await recordOwners(
    tx,
    fresh.flatMap(({ value }) =>
      value.ownerId === null
        ? []
        : [
            {
              targetId: memberOf(value),
              toId: value.ownerId,
              actorId: by.id,
              actorName: by.name,
              requestId: by.requestId,
            },
          ],
    ),
  )
  const accounts = await insertAccounts(
    tx,
    rows.map(({ value }) => ({ memberId: memberOf(value), subProduct: value.subProduct })),
  )
  if (accounts.size < rows.length)
    throw refuse('conflict', { msg: '部分会员刚刚开通了子产品，没有导入任何行，请重新导入' })
  const accountOf = (value: Ready) => accounts.get(`${memberOf(value)}:${value.subProduct}`) ?? ''
  const requested = rows.flatMap(({ value }) =>
    value.productIds.map((productId) => ({
      accountId: accountOf(value),
      productId,
      kind: 'trial' as const,
      startsOn: day,
      endsOn: addDays(day, value.trialDays - 1),
      quota: null,
    })),
  )
  if (requested.length > 0) await giveGrants(tx, by, { via: 'import', reason: '导入账号' }, requested)
  return rows.map(({ number, value }) => ({
    id: accountOf(value),
    value,
    number,
    password: passwords.get(value.loginName) ?? '',
  }))
}

const resultColumns = [
  { header: '行', width: 8, isNumber: true },
  { header: '子产品', width: 16 },
  { header: '登录名', width: 20 },
  { header: '姓名', width: 16 },
  { header: '手机号码', width: 16 },
  { header: '初始密码', width: 24 },
]

export const accountsImport = declareImport<AccountImportKey, Ready>(accountImport, {
  target: 'account',
  options: async (_db, actor) => ({
    subProduct: [...byTitle].flatMap(([title, key]) => (mayImport(actor, key) ? [title] : [])),
  }),
  check: whole(check),
  result: { columns: resultColumns, message: '初始密码在结果文件中，只能下载一次；已有会员沿用原密码' },
  save: async ({ tx, by, rows, step, give }) => {
    const made: Made[] = []
    const day = await databaseToday(tx)
    const added = await addEnterprises(tx, rows)
    for (const some of inSets(rows, step)) {
      const saved = await saveBatch(tx, by, some, added, day)
      made.push(...saved.map(({ id, value }) => ({ id, name: value.loginName })))
      give(
        saved.map(({ number, password, value: { subProduct, loginName, realName, mobile } }) => [
          ...[number, subProductOf(subProduct).title, loginName, realName, mobile, password],
        ]),
      )
    }
    return made
  },
})
