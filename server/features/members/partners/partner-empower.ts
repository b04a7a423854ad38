// Applies a partner's permission set to its members: real grants in one act, row by row; above a hundred members by a
// job, which may run again and grants nothing twice.
import { type Static, Type } from 'typebox'
import { isAllowed } from '#contract/access.ts'
import type { Preview } from '#contract/envelope.ts'
import { Day, Fields, Id, OneOf } from '#contract/fields.ts'
import type { HiddenProduct } from '#contract/members/hidden-products.ts'
import { type GrantKind, grantKindLabels, grantKinds } from '#contract/members/members.ts'
import { EMPOWER_AT_ONCE, empowerPartner } from '#contract/members/partners.ts'
import { subProductOf } from '#contract/sub-products.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { type Author, transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { attemptEach, outcomes } from '#server/core/http/outcomes.ts'
import { orNotFound, Refusal, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { job, startJob } from '#server/core/jobs/jobs.ts'
import type { Tx } from '#server/db/connection.ts'
import { placeFor } from '../accounts/accounts.acts.ts'
import { lockAccountOf, lockWithMains, updateAccount, upsertAccount } from '../accounts/accounts-write.queries.ts'
import { mayGrantIn, refuseWithoutGrantRight } from '../grants/grant-rights.rules.ts'
import { giveGrants } from '../grants/grants.acts.ts'
import { storeAct } from '../grants/grants.queries.ts'
import { refusalOf } from '../grants/grants.rules.ts'
import { hiddenAmong } from '../grants/grants-account.queries.ts'
import { hiddenOutcomes, hiddenSentence, namesOf, withoutHidden } from '../grants/hidden-products.rules.ts'
import { countStanding, type GrantedMember, hasChangesOf, membersOfPartner } from './partner-members.queries.ts'
import { lockPartner } from './partners.queries.ts'
import { lockPermissionSet, type StoredSet } from './permission-sets.queries.ts'
import { productsIn } from './permission-sets.rules.ts'

type Period = { kind: GrantKind; startsOn: string; endsOn: string }
type Applied = { set: StoredSet; period: Period; actId: string; reason: string; by: Author }

/** Most names in a preview; the rest are counted. */
const NAMES = 10
const via = 'batch'

/** The member's account in a sub-product, opened where there is none, with the modules of the set. */
async function accountFor(tx: Tx, memberId: string, subProduct: StoredSet['subProducts'][number], set: StoredSet) {
  const account = await lockAccountOf(tx, memberId, subProduct)
  if (!account) {
    await placeFor(tx, memberId, subProduct)
    const { id, isNew } = await upsertAccount(tx, { memberId, subProduct, modules: set.modules })
    if (!isNew) throw refuse('conflict', { msg: '账号正在变更，请重试' })
    return id
  }
  const why = refusalOf({ status: account.status, locked: false })
  if (why) throw refuse('conflict', { msg: `${subProductOf(subProduct).title}：${why}` })
  const modules = [...new Set([...account.modules, ...set.modules])]
  if (modules.length > account.modules.length) await updateAccount(tx, account.id, { modules })
  return account.id
}

/** Grants the whole set to one member, or throws a refusal. */
async function applyTo(tx: Tx, { id, locked }: GrantedMember, { set, period, actId, reason, by }: Applied) {
  if (locked) throw refuse('conflict', { msg: refusalOf({ status: 'enabled', locked }) })
  const requested = []
  for (const subProduct of set.subProducts.toSorted()) {
    const accountId = await accountFor(tx, id, subProduct, set)
    for (const productId of productsIn(subProduct, set.productIds))
      requested.push({ accountId, productId, ...period, quota: null })
  }
  await giveGrants(tx, by, { id: actId, via, reason }, requested)
}

/** A set without hidden products. Throws 409 where none of its products is left. */
async function grantable(tx: Tx, set: StoredSet): Promise<{ set: StoredSet; hidden: HiddenProduct[] }> {
  const hidden = await hiddenAmong(tx, set.productIds)
  const productIds = withoutHidden(set.productIds, hidden)
  if (hidden.length > 0 && productIds.length === 0) {
    throw refuse('conflict', { msg: '权限方案中的产品已全部隐藏，请先修改方案' })
  }
  return { set: { ...set, productIds }, hidden }
}

/** The partner and its set, where it can be applied now. Throws 20404, 409, and 400 for invalid days. */
async function requireApplicable(tx: Tx, viewer: Viewer, id: string, { startsOn, endsOn }: Period) {
  const partner = orNotFound(await lockPartner(tx, viewer, id))
  if (partner.status === 'disabled') throw refuse('conflict', { msg: '合作伙伴已禁用，请先启用' })
  if (partner.isExpired) throw refuse('conflict', { msg: '合作已到期，请先修改合作截止日期' })
  const set = partner.permissionSetId === null ? null : await lockPermissionSet(tx, partner.permissionSetId)
  if (!set) throw refuse('conflict', { msg: '请先为合作伙伴选择权限方案' })
  const late = partner.endsOn !== null && endsOn > partner.endsOn
  const wrong = (message: string) =>
    refuse('invalid', { msg: message, data: { fields: [{ field: 'endsOn', message }] } })
  if (endsOn < startsOn) throw wrong('截止日期不能早于开始日期')
  if (endsOn < (await databaseToday(tx))) throw wrong('截止日期不能早于今天')
  if (late) throw wrong(`截止日期不能晚于合作截止日期 ${partner.endsOn}`)
  return { partner, ...(await grantable(tx, set)) }
}

type Application = { set: StoredSet; hidden: readonly HiddenProduct[]; period: Period }

async function previewOf(
  tx: Tx,
  name: string,
  members: readonly GrantedMember[],
  { set, hidden, period }: Application,
) {
  const ready = members.filter(({ locked }) => !locked)
  const locked = members.filter((each) => each.locked)
  const standing = await countStanding(
    tx,
    ready.map(({ id }) => id),
    set,
  )
  const perMember = set.subProducts.reduce((sum, key) => sum + productsIn(key, set.productIds).length, 0)
  const opened = ready.length * set.subProducts.length - standing.accounts
  const titles = set.subProducts.map((key) => subProductOf(key).title)
  const named = (title: string, some: readonly GrantedMember[]) =>
    some.length === 0 ? [] : [{ title, count: some.length, names: some.slice(0, NAMES).map((each) => each.name) }]
  const { kind, startsOn, endsOn } = period
  const text =
    `权限方案“${set.name}”将应用到“${name}”的 ${ready.length} 名会员：${titles.join('、')}，每人 ${perMember} 项${grantKindLabels[kind]}授权，` +
    `${startsOn} 至 ${endsOn}。新开通账号 ${opened} 个${standing.grants > 0 ? `；${standing.grants} 项已有授权，只会延长，不会缩短` : ''}。${hiddenSentence(hidden)}`
  return { text, groups: [...named('获得授权的会员', ready), ...named('已锁定，不能授权', locked)] } satisfies Preview
}

const JobInput = Fields({
  partnerId: Id('合作伙伴'),
  name: Type.String({ maxLength: 64 }),
  setId: Id('权限方案'),
  setVersion: Type.Integer(),
  actId: Id('授权'),
  reason: Type.String({ maxLength: 300 }),
  kind: OneOf('授权类型', grantKinds),
  startsOn: Day('开始日期'),
  endsOn: Day('截止日期'),
})
type JobInput = Static<typeof JobInput>

/** Most refusals that the message of the job names. */
const NAMED = 3

/** A member as of now: those who were locked, left or changed owner since get nothing, and nobody gets it twice. */
async function applyInJob(tx: Tx, viewer: Viewer, partnerId: string, { id }: GrantedMember, applied: Applied) {
  await lockWithMains(tx, [id])
  const [member] = await membersOfPartner(tx, viewer, partnerId, [id])
  if (!member) throw refuse('conflict', { msg: '已不是该合作伙伴的会员，或已不归您负责' })
  if (!(await hasChangesOf(tx, applied.actId, id))) await applyTo(tx, member, applied)
}

/** Each member in a transaction of their own. Run again, it skips those whom its act has reached. */
export const empowerJob = job({
  name: 'partner.empower',
  input: JobInput,
  title: ({ name }) => `应用权限方案：${name}`,
  run: async ({ input, by, core, signal, progress }) => {
    const { partnerId, setId, setVersion, actId, reason, kind, startsOn, endsOn } = input
    const viewer = by.id === null ? null : await core.actors.person(by.id)
    if (!viewer || !isAllowed(empowerPartner.access, viewer)) throw refuse('forbidden')
    const stored = await core.db.transaction((tx) => lockPermissionSet(tx, setId))
    if (stored && !stored.subProducts.every((key) => mayGrantIn(viewer, key))) throw refuse('forbidden')
    if (stored?.version !== setVersion) throw refuse('conflict', { msg: '权限方案已被修改，请重新应用' })
    const { set, hidden } = await core.db.transaction((tx) => grantable(tx, stored))
    const members = await membersOfPartner(core.db, viewer, partnerId)
    const applied = { set, period: { kind, startsOn, endsOn }, actId, reason, by }
    const refused: string[] = []
    for (const [at, member] of members.entries()) {
      signal.throwIfAborted()
      try {
        await transact(core, (tx) => applyInJob(tx, viewer, partnerId, member, applied))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused.push(`${member.name}（${error.message}）`)
      }
      progress(at + 1, members.length)
    }
    const named = refused.length > NAMED ? `${refused.slice(0, NAMED).join('、')}等` : refused.join('、')
    return {
      done: members.length - refused.length,
      failed: refused.length,
      message: [
        refused.length > 0 ? `${refused.length} 名会员未能授权：${named}` : `${members.length} 名会员已授权`,
        ...(hidden.length > 0 ? [`已隐藏的产品未授权：${namesOf(hidden)}`] : []),
      ].join('；'),
    }
  },
})

export const routes = [
  serve(empowerPartner, async (context) => {
    const { body, actor, core, by } = context
    const { id, kind, startsOn, endsOn } = body
    const period = { kind, startsOn, endsOn }
    const done = await transact(core, async (tx) => {
      const { partner, set, hidden } = await requireApplicable(tx, actor, id, period)
      refuseWithoutGrantRight(actor, set.subProducts)
      const found = await membersOfPartner(tx, actor, id)
      await lockWithMains(
        tx,
        found.map((member) => member.id),
      )
      const members = await membersOfPartner(tx, actor, id)
      if (members.length === 0) throw refuse('conflict', { msg: '没有可以授权的会员，请先添加会员' })
      const preview = await previewOf(tx, partner.name, members, { set, hidden, period })
      await confirmed(tx, context, { preview, versions: [partner.version, set.version, members] })
      const reason = `${body.reason.trim()}（权限方案：${set.name}）`
      const actId = await storeAct(tx, by, { via, reason })
      const after = { permissionSet: set.name, members: members.length, ...period, reason }
      await audit(tx, by, { action: 'partner.empower', targetType: 'partner', targetId: id, after })
      if (members.length > EMPOWER_AT_ONCE) {
        const { id: setId, version: setVersion } = set
        const input: JobInput = { partnerId: id, name: partner.name, setId, setVersion, actId, reason, ...period }
        return { rows: [], jobId: await startJob(tx, empowerJob, input, by) }
      }
      const applied = { set, period, actId, reason, by }
      const rows = await attemptEach(tx, members, (inner, member) => applyTo(inner, member, applied))
      return { rows: [...rows, ...hiddenOutcomes(hidden)], jobId: null }
    })
    outcomes(done.rows)
    return { jobId: done.jobId }
  }),
]
