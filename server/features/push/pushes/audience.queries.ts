// The recipients of a push, and who is left out and why: decided in one statement, so that 100,000 need no more memory
// than ten.
import { type SQL, sql } from 'drizzle-orm'
import type { OptOutTopic } from '#contract/outbox/message-labels.ts'
import { type LeftOutReason, leftOutLabels } from '#contract/push/push-labels.ts'
import type { AudienceFound, PushAudience, PushCandidate } from '#contract/push/pushes.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import { keyPart } from '#server/core/lists/paging.ts'
import { MAIL_ADDRESS } from '#server/core/mail/mail-fields.ts'
import { hasOptedOut } from '#server/core/outbox/opt-outs.queries.ts'
import type { Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { messageBounces, messages } from '#server/db/schema/core/outbox.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { pushLists } from '#server/db/schema/push.ts'

export type AudienceCriteria = {
  channel: 'mail' | 'sms'
  /** Recipients must be in their sales scope. */
  viewer: Viewer
  subProduct: SubProductKey
  audience: PushAudience
  /** Who has opted out of it is left out. */
  topic: OptOutTopic
  /** Recipients need a grant for each of them. */
  productIds: readonly string[]
  /** Fields that the text uses. */
  fields: readonly string[]
  /** Replaces the audience by the recipients of that push. */
  correctionOf: string | null
}

/** Whether account `a` has a live grant for each of the products; without products, whether it has any live grant. */
export function holdsGrants(productIds: readonly string[]): SQL {
  const live = sql`from ${grants} g where g.account_id = a.id and g.revoked_at is null
    and current_date between g.starts_on and g.ends_on`
  if (productIds.length === 0) return sql`exists (select 1 ${live})`
  return sql`not exists (select 1 from unnest(${idArray(productIds)}) as p(id)
    where not exists (select 1 ${live} and (g.product_id is null or g.product_id = p.id)))`
}

const isUsable = sql`a.status = 'enabled' and a.deleted_at is null and not m.locked and m.deleted_at is null`
const hasBounced = (address: SQL) => sql`exists (select 1 from ${messageBounces} b where b.address = lower(${address}))`

/** Passes most addresses and none that `MAIL_ADDRESS` refuses, whose lookaheads cost PostgreSQL 60 µs an address. */
const PLAIN_ADDRESS = '^[a-zA-Z0-9_-]+(\\.[a-zA-Z0-9_-]+)*@([a-zA-Z0-9]+\\.)+[a-zA-Z]{2,}$'
export const isMailForm = (address: SQL) => sql`(length(${address}) < 64 and ${address} ~ ${PLAIN_ADDRESS}
  or ${address} ~ ${MAIL_ADDRESS.source})`

/** A member's address on the channel, and whether it has the right form. */
const addresses = {
  mail: { of: sql`trim(m.email)`, hasForm: isMailForm },
  sms: { of: sql`m.mobile`, hasForm: (address: SQL) => sql`${address} ~ '^1[0-9]{10}$'` },
}

function ruleOf(rule: NonNullable<PushAudience['rule']>): SQL {
  const conditions: SQL[] = [sql`true`]
  if (rule.productIds.length > 0)
    conditions.push(sql`exists (select 1 from ${grants} g where g.account_id = a.id and g.revoked_at is null
      and g.ends_on >= current_date and (g.product_id is null or g.product_id = any(${idArray(rule.productIds)})))`)
  if (rule.kinds.length > 0) conditions.push(sql`a.grant_kind = any(${sql.param([...rule.kinds])}::text[])`)
  if (rule.levels.length > 0) conditions.push(sql`e.level = any(${sql.param([...rule.levels])}::text[])`)
  if (rule.ownerIds.length > 0) conditions.push(sql`m.owner_id = any(${idArray(rule.ownerIds)})`)
  return sql.join(conditions, sql` and `)
}

const fieldValues: Readonly<Record<string, SQL>> = {
  姓名: sql`m.real_name`,
  企业: sql`e.name`,
  登录名: sql`m.login_name`,
  截止日期: sql`coalesce(a.ends_on::text, '')`,
  销售: sql`coalesce(o.real_name, '')`,
  日期: sql`current_date::text`,
}
const fieldOf = (name: string) => fieldValues[name] ?? sql`''`
const comma = sql`, `
/** Values of the used fields. */
const filledFields = (names: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(
    names.map((name) => sql`${name}::text, ${fieldOf(name)}`),
    comma,
  )})`
/** The first used field without a value. */
const missingField = (names: readonly string[]) =>
  names.length === 0
    ? sql`null::text`
    : sql`case ${sql.join(
        names.map((name) => sql`when ${fieldOf(name)} = '' then ${name}::text`),
        sql` `,
      )} end`

/** Candidates: account, member, name, enterprise, address, fields, first empty `field`, and obstacle (`problem`). */
function meant(criteria: AudienceCriteria): SQL {
  const { channel, viewer, subProduct, audience, topic, productIds, fields, correctionOf } = criteria
  const { of, hasForm } = addresses[channel]
  const values = sql`${filledFields(fields)} as fields, ${missingField(fields)} as field`
  const problems = (address: SQL, needsGrant: boolean) => sql`case when not (${isUsable}) then 'account'
    when ${address} = '' then 'address' when not ${hasForm(address)} then 'form'
    ${channel === 'mail' ? sql`when ${hasBounced(address)} then 'bounced'` : sql``}
    when ${hasOptedOut(sql`${channel}`, address, topic)} then 'optOut'
    ${needsGrant ? sql`when not (${holdsGrants(productIds)}) then 'grant'` : sql``} end`
  if (correctionOf !== null) {
    // recipients of the old value get the new one, also where the grant has ended since; at today's address once the
    // old one is cleared. Messages still `sending` count: a correction is claimed once their outcome is known
    const address = sql`(case when sent.cleared_at is null then sent.address else ${of} end)`
    return sql`select a.id as account_id, m.id as member_id, m.real_name as name, e.name as enterprise, ${address} as address,
        ${values}, ${problems(address, false)} as problem
      from ${messages} sent join ${members} m on m.id = sent.recipient_id
      join ${memberAccounts} a on a.member_id = m.id and a.sub_product = ${subProduct}
      join ${enterprises} e on e.id = m.enterprise_id left join ${users} o on o.id = m.owner_id
      where sent.push_id = ${correctionOf}::bigint and sent.recipient_kind = 'member' and sent.state in ('sent', 'unsure', 'sending')`
  }
  const { rule, listIds, accountIds, excludedIds } = audience
  const named = sql`a.id = any(${idArray(accountIds)}) or a.id in (
    select unnest(l.account_ids) from ${pushLists} l where l.id = any(${idArray(listIds)}))`
  const choice = rule === null ? named : sql`(${ruleOf(rule)}) or ${named}`
  return sql`select a.id as account_id, m.id as member_id, m.real_name as name, e.name as enterprise,
      ${of} as address, ${values}, ${problems(of, true)} as problem
    from ${memberAccounts} a join ${members} m on m.id = a.member_id
    join ${enterprises} e on e.id = m.enterprise_id left join ${users} o on o.id = m.owner_id
    where a.sub_product = ${subProduct} and a.deleted_at is null and m.deleted_at is null
      and ${salesScope(viewer, sql`m.owner_id`)} and (${choice}) and a.id <> all(${idArray(excludedIds)})`
}

/**
 * `meant` with each address once among those without an obstacle; `reason`: why somebody is left out. `offset 0` keeps
 * PostgreSQL from inlining the subselect and evaluating its columns at each use.
 */
export const judged = (criteria: AudienceCriteria): SQL => sql`(
  select c.*, case when c.problem is not null then c.problem when c.field is not null then 'field'
      when row_number() over (partition by lower(c.address), c.problem is null and c.field is null order by c.account_id) > 1
        then 'twice' end as reason
    from (${meant(criteria)} offset 0) c)`

const NAMES = 5

export async function findAudience(db: Executor, criteria: AudienceCriteria): Promise<AudienceFound> {
  const { rows } = await db.execute<{ reason: LeftOutReason | null; count: number; first: PushCandidate[] }>(sql`
    select reason, count(*)::int as count,
      (array_agg(json_build_object('id', account_id::text, 'name', name, 'enterprise', enterprise, 'address', address)
        order by account_id))[1:${sql.raw(String(NAMES))}] as first
    from ${judged(criteria)} j group by reason`)
  const fit = rows.find(({ reason }) => reason === null)
  const order = Object.keys(leftOutLabels)
  return {
    total: fit?.count ?? 0,
    excluded: criteria.correctionOf === null ? criteria.audience.excludedIds.length : 0,
    leftOut: rows
      .flatMap(({ reason, count, first }) =>
        reason === null
          ? []
          : [{ reason, count, names: first.map(({ name, enterprise }) => `${name}（${enterprise}）`) }],
      )
      .toSorted((one, other) => order.indexOf(one.reason) - order.indexOf(other.reason)),
    first: fit?.first ?? [],
  }
}

export type Reader = {
  accountId: string
  name: string
  enterprise: string
  address: string
  fields: Record<string, string>
}

/** The candidate with this account, left out or not; without one given, the first recipient. */
export async function findReader(
  db: Executor,
  criteria: AudienceCriteria,
  accountId: string | null,
): Promise<Reader | null> {
  const only = accountId === null ? sql`reason is null` : sql`account_id = ${accountId}::bigint`
  const { rows } = await db.execute<Reader>(sql`
    select account_id::text as "accountId", name, enterprise, address, fields from ${judged(criteria)} j
      where ${only} order by account_id limit 1`)
  return rows[0] ?? null
}

const FOUND = 50

/** Accounts within scope by name, enterprise or login name; or those of these ids. */
export async function findCandidates(
  db: Executor,
  viewer: Viewer,
  subProduct: SubProductKey,
  { text, accountIds }: { text: string | undefined; accountIds: readonly string[] | undefined },
  channel: AudienceCriteria['channel'] = 'mail',
): Promise<PushCandidate[]> {
  const part = keyPart(text ?? '')
  const which = accountIds
    ? sql`a.id = any(${idArray(accountIds)})`
    : sql`((text_key(m.real_name) like ${part} or m.spelling like ${part}) or text_key(m.login_name) like ${part} or (text_key(e.name) like ${part} or e.spelling like ${part}))`
  const { rows } = await db.execute<PushCandidate>(sql`
    select a.id::text as id, m.real_name as name, e.name as enterprise, ${addresses[channel].of} as address
      from ${memberAccounts} a join ${members} m on m.id = a.member_id join ${enterprises} e on e.id = m.enterprise_id
      where a.sub_product = ${subProduct} and a.deleted_at is null and m.deleted_at is null
        and ${salesScope(viewer, sql`m.owner_id`)} and ${which}
      order by e.name collate "zh-x-icu", a.id limit ${accountIds ? accountIds.length : FOUND}`)
  return rows
}
