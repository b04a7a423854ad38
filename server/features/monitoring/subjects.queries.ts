// Names of the subjects of due rows `d`.
import { sql } from 'drizzle-orm'
import { monitoringRules } from '../../db/schema/monitoring.ts'
import { quoteItems } from '../../db/schema/prices/prices.ts'
import { series } from '../../db/schema/prices/series.ts'
import { reportOrders } from '../../db/schema/push.ts'

export const subjectName = sql<string>`(case d.kind
  when 'price' then (select i.name from ${quoteItems} i where i.id = d.subject_id)
  when 'series' then (select s.name from ${series} s where s.id = d.subject_id)
  when 'report' then (select o.title from ${reportOrders} o where o.id = d.subject_id)
  else (select r.name from ${monitoringRules} r where r.id = d.subject_id) end)`
