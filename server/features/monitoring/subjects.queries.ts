// Names of the subjects of due rows `d`, and of people.
import { type SQL, sql } from 'drizzle-orm'
import { aiMessages } from '#server/db/schema/ai.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { semAccounts } from '#server/db/schema/operations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { series } from '#server/db/schema/prices/series.ts'
import { reportOrders } from '#server/db/schema/push.ts'

export const subjectName = sql<string>`(case d.kind
  when 'price' then (select i.name from ${quoteItems} i where i.id = d.subject_id)
  when 'series' then (select s.name from ${series} s where s.id = d.subject_id)
  when 'sheet' then (select a.name from ${semAccounts} a where a.id = d.subject_id)
  when 'settledSheet' then (select a.name from ${semAccounts} a where a.id = d.subject_id)
  -- without a word of it: whoever sees the row may not be somebody who reads the session
  when 'question' then (select to_char(m.at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') || ' 的提问' from ${aiMessages} m
    where m.id = d.subject_id)
  when 'report' then (select o.title from ${reportOrders} o where o.id = d.subject_id)
  else (select r.name from ${monitoringRules} r where r.id = d.subject_id) end)`

/** The person's name; `stored`, the name of an account or of what acted by itself, where there is no such person. */
export const personName = (id: SQL, stored: SQL): SQL =>
  sql`coalesce((select w.real_name from ${users} w where w.id = ${id}), ${stored})`
