// Terms of an account on a day from its live grants: the one in force, and the next.

import { type SQL, sql } from 'drizzle-orm'
import { idArray } from '#server/db/ids.ts'
import { grants } from './schema/members/grants.ts'

const live = sql`${grants} g where g.account_id = i.id and g.revoked_at is null`

/**
 * Terms of these accounts today, null where nothing is granted: `id`, `kind`, `starts_on`, `ends_on`, `next_kind`,
 * `next_starts_on`, `next_ends_on`. `termsOf` in grants.rules.ts says the same of grants in memory.
 * In force is, of the grants that have begun and are not over, the one that ends last; without one, the first that will
 * begin; without that, the one that ended last. Next is the first that begins after it and ends after it.
 */
export const accountTerms = (ids: readonly string[]): SQL => sql`(select i.id, c.kind, c.starts_on, c.ends_on,
    n.kind as next_kind, n.starts_on as next_starts_on, n.ends_on as next_ends_on
  from unnest(${idArray(ids)}) as i(id)
  left join lateral (select g.kind, g.starts_on, g.ends_on from ${live}
    order by case when g.starts_on > current_date then 1 when g.ends_on < current_date then 2 else 0 end,
      case when g.starts_on > current_date then g.starts_on end, g.ends_on desc, g.starts_on, g.id desc limit 1) c on true
  left join lateral (select g.kind, g.starts_on, g.ends_on from ${live}
      and g.starts_on > greatest(current_date, c.starts_on) and g.ends_on > c.ends_on
    order by g.starts_on, g.ends_on desc, g.id desc limit 1) n on true)`

/** For `update … as a set …`, from `accountTerms(…) as s`. */
export const termsColumns = sql.raw(`starts_on = s.starts_on, ends_on = s.ends_on, grant_kind = s.kind,
  next_starts_on = s.next_starts_on, next_ends_on = s.next_ends_on, next_kind = s.next_kind`)
