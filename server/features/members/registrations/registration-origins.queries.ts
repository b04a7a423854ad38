// Registrations that a search engine was paid for, with what became of them, for other areas to count and list.
import { type SQL, sql } from 'drizzle-orm'
import type { TouchKind } from '../../../../contract/operations/search-labels.ts'
import { grantActs, grantChanges } from '../../../db/schema/members/grants.ts'
import { memberAccounts } from '../../../db/schema/members/members.ts'
import { registrations } from '../../../db/schema/members/registrations.ts'

/**
 * A select of registrations of a range of days, by their first or last touch: `id`, `day`, `source`, `campaign` and `term`
 * as their link says, `province`, and whether they led to a `trial`, to a `formal` grant and to any at all (`granted`).
 * A member who registered several times counts with the first registration, and only what was granted after it. It counts
 * everybody's: who lists them adds the scope.
 */
export function paidRegistrations(touch: TouchKind, { from, to }: { from: SQL; to: SQL }): SQL {
  const at = sql`r.${sql.identifier(touch === 'first' ? 'first_touch' : 'last_touch')}`
  return sql`select r.id, (r.created_at at time zone 'Asia/Shanghai')::date as day, ${at}->>'engine' as source,
      ${at}->>'campaign' as campaign, ${at}->>'term' as term, r.province,
      coalesce(k.trial, false) as trial, coalesce(k.formal, false) as formal, coalesce(k.granted, false) as granted
    from ${registrations} r
    left join lateral (
      select bool_or(c.after->>'kind' = 'trial') as trial, bool_or(c.after->>'kind' = 'formal') as formal,
          bool_or(c.after is not null) as granted
        from ${memberAccounts} a join ${grantChanges} c on c.account_id = a.id join ${grantActs} g on g.id = c.act_id
        where a.member_id = r.member_id and c.at >= r.created_at and g.undone_by is null and g.via <> 'undo'
          and not exists (select 1 from ${registrations} e
            where e.member_id = r.member_id and (e.created_at, e.id) < (r.created_at, r.id))) k on true
    where r.created_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
      and r.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai' and ${at}->>'engine' is not null`
}
