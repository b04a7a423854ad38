// What due rows are about, in words. Of a due row `d`.
import { sql } from 'drizzle-orm'
import { monitoringRules } from '../../db/schema/monitoring.ts'
import { quoteItems } from '../../db/schema/prices.ts'
import { series } from '../../db/schema/series.ts'

export const subjectName = sql<string>`(case d.kind
  when 'price' then (select i.name from ${quoteItems} i where i.id = d.subject_id)
  when 'series' then (select s.name from ${series} s where s.id = d.subject_id)
  else (select r.name from ${monitoringRules} r where r.id = d.subject_id) end)`
