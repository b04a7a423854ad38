// Sums of the ledger of AI calls.
import { type SQL, sql } from 'drizzle-orm'
import type { UsageKind, UsageRow } from '#contract/ai/usage.ts'
import { isInSalesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Db } from '#server/db/connection.ts'
import { aiAssistants } from '#server/db/schema/ai.ts'
import { aiCalls, aiModels } from '#server/db/schema/ai-calls.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'

const ROWS_MAX = 500

const figures = sql`count(*)::int as calls, count(*) filter (where c.outcome = 'failed')::int as failed,
  coalesce(sum(c.input_tokens), 0)::text as "inputTokens", coalesce(sum(c.cached_tokens), 0)::text as "cachedTokens",
  coalesce(sum(c.output_tokens), 0)::text as "outputTokens", coalesce(sum(c.cost), 0)::text as cost,
  count(*) filter (where c.cost is null)::int as unpriced, coalesce(bool_or(c.is_estimated), false) as "isEstimated"`

type Days = { from: string; to: string }
const within = ({ from, to }: Days) => sql`c.started_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
  and c.started_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`

/** Key, name and tables of each kind. Members out of sales scope stand in one row. */
const kinds: Record<UsageKind, (viewer: Viewer) => { key: SQL; name: SQL; joined: SQL; order: SQL }> = {
  day: () => {
    const day = sql`(c.started_at at time zone 'Asia/Shanghai')::date::text`
    return { key: day, name: day, joined: sql``, order: sql`1` }
  },
  person: (viewer) => {
    const isSeen = isInSalesScope(viewer, sql`m.owner_id`)
    return {
      key: sql`case when c.user_id is not null then 'user-' || c.user_id
        when c.account_id is null then 'none' when ${isSeen} then 'account-' || c.account_id else 'accounts' end`,
      name: sql`case when c.user_id is not null then coalesce(u.real_name, '已删除的员工')
        when c.account_id is null then '未记名' when ${isSeen} then m.real_name || '（' || m.login_name || '）'
        else '范围外的会员' end`,
      joined: sql`left join ${users} u on u.id = c.user_id left join ${memberAccounts} a on a.id = c.account_id
        left join ${members} m on m.id = a.member_id`,
      order: sql`sum(c.cost) desc nulls last, 1`,
    }
  },
  assistant: () => ({
    key: sql`coalesce(c.assistant_id::text, 'none')`,
    name: sql`case when c.assistant_id is null then '不属于助手' else coalesce(s.name, '已删除的助手') end`,
    joined: sql`left join ${aiAssistants} s on s.id = c.assistant_id`,
    order: sql`sum(c.cost) desc nulls last, 1`,
  }),
  model: () => ({
    key: sql`coalesce(c.model_id::text, 'env') || ' ' || c.model`,
    name: sql`c.model || case when k.name is null then '' else '（' || k.name || '）' end`,
    joined: sql`left join ${aiModels} k on k.id = c.model_id`,
    order: sql`sum(c.cost) desc nulls last, 1`,
  }),
}

export async function usageBy(db: Db, viewer: Viewer, kind: UsageKind, days: Days): Promise<UsageRow[]> {
  const { key, name, joined, order } = kinds[kind](viewer)
  const { rows } = await db.execute<UsageRow>(sql`select ${key} as id, ${name} as name, ${figures}
    from ${aiCalls} c ${joined} where ${within(days)} group by 1, 2 order by ${order} limit ${ROWS_MAX}`)
  return rows
}

export async function usageTotal(db: Db, days: Days): Promise<Omit<UsageRow, 'id' | 'name'>> {
  const { rows } = await db.execute<Omit<UsageRow, 'id' | 'name'>>(
    sql`select ${figures} from ${aiCalls} c where ${within(days)}`,
  )
  const [total] = rows
  if (!total) throw new Error('an aggregate has one row')
  return total
}
