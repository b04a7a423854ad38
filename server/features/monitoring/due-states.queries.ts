// States of due rows at a time, from publications: contract/monitoring/due-states.ts in SQL.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { SETTLED_SHEET_DAYS } from '#contract/monitoring/monitoring-labels.ts'
import { WORD_GRAIN } from '#contract/operations/search-slices.ts'
import { aiUnanswered } from '#server/db/schema/ai.ts'
import { articlePublications, articles } from '#server/db/schema/articles/articles.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { dueExcuses, dues, monitoringRules } from '#server/db/schema/monitoring.ts'
import { semAccounts, semReplacements, semSlices } from '#server/db/schema/operations.ts'
import { pricePublications, priceRevisions } from '#server/db/schema/prices/prices.ts'
import { seriesValues } from '#server/db/schema/prices/series.ts'
import { reportIssues } from '#server/db/schema/push.ts'

/** The last millisecond of a day in Shanghai. */
export const endOf = (day: SQLWrapper): SQL =>
  sql`((${day}::date + 1)::timestamp at time zone 'Asia/Shanghai' - interval '1 millisecond')`

/** Days of which there is a sheet (`s`), and when it was first brought in after the account's settling time; null: not yet. */
export const settledSheets = (where: SQL): SQL => sql`(
  select s.account_id, s.day, least(min(s.settled_at) filter (where s.grain % 4 = 0),
      case when count(s.settled_at) filter (where s.grain % 4 = 1) > 0 and count(s.settled_at) filter (where s.grain % 4 = 2) > 0
        then greatest(min(s.settled_at) filter (where s.grain % 4 = 1), min(s.settled_at) filter (where s.grain % 4 = 2)) end) as at
    from ${semSlices} s where s.grain < ${WORD_GRAIN} and ${where} group by s.account_id, s.day
    having bool_or(s.grain % 4 = 0) or (bool_or(s.grain % 4 = 1) and bool_or(s.grain % 4 = 2)))`

/**
 * Common table expressions `due` and `standing`: the rows `d` of a day that match `where`, each with its state.
 * Republished after a withdrawal, a row is done from then on; a correction keeps it done.
 */
export const standingOn = (day: SQL, moment: SQL, where: SQL): SQL => sql`
  due as (select d.* from ${dues} d where d.day = ${day} and not d.is_withdrawn and ${where}),
  -- read once for the day and hashed: a look at each row's own history costs three times as much
  changed as (
    select 'price' as kind, r.quote_item_id as subject_id, r.publication, r.act <> 'cancelVerify' as is_there, p.at
      from ${priceRevisions} r join ${pricePublications} p on p.number = r.publication
      where r.day = ${day} and r.publication is not null and p.at <= ${moment}
    union all
    select 'series', v.series_id, v.publication, v.value is not null, p.at
      from ${seriesValues} v join ${pricePublications} p on p.number = v.publication
      where v.day = ${day} and p.at <= ${moment}
  ),
  taken as (select kind, subject_id, max(publication) as publication from changed where not is_there group by kind, subject_id),
  finished as (
    select d.id, min(c.at) as at, 1 as n from due d
      join changed c on c.kind = d.kind and c.subject_id = d.subject_id and c.is_there
      left join taken t on t.kind = c.kind and t.subject_id = c.subject_id
      where t.publication is null or c.publication > t.publication
      group by d.id
    union all
    select d.id, (array_agg(a.since order by a.since))[d.wanted], count(*) from due d
      join ${monitoringRules} m on m.id = d.subject_id
      join lateral (
        select min(p.at) as since from ${articlePublications} p join ${articles} a on a.id = p.article_id
          where p.at >= d.day::timestamp at time zone 'Asia/Shanghai' and p.at <= ${moment} and p.version_id is not null
            and a.edition = m.edition and (m.article_kind = '' or a.kind = m.article_kind)
            and (m.news_category_id is null or a.news_category_id = m.news_category_id)
            and not exists (select from ${articlePublications} t where t.article_id = p.article_id and t.version_id is null
              and t.number > p.number and t.at <= ${moment})
            and not exists (select from ${articlePublications} b where b.article_id = p.article_id
              and b.version_id is not null and b.at < d.day::timestamp at time zone 'Asia/Shanghai'
              and not exists (select from ${articlePublications} t where t.article_id = p.article_id
                and t.version_id is null and t.number > b.number and t.number < p.number))
          group by p.article_id) a on true
      where d.kind = 'article' group by d.id, d.wanted
    union all
    select d.id, (array_agg(j.ended_at order by j.ended_at))[d.wanted], count(*) from due d
      join ${monitoringRules} m on m.id = d.subject_id
      join ${jobRuns} j on j.name = m.import_name and j.state = 'done' and j.ended_at <= ${moment}
        and j.ended_at >= d.day::timestamp at time zone 'Asia/Shanghai'
      where d.kind = 'import' group by d.id, d.wanted
    union all
    -- each day since the row before, until yesterday: nobody brings in Saturday's sheet on Saturday
    select d.id, max(t.at), 1 from due d
      cross join lateral generate_series(coalesce((select max(b.day) from ${dues} b where b.kind = 'sheet'
          and b.subject_id = d.subject_id and b.day < d.day and not b.is_withdrawn), d.day - 1), d.day - 1, interval '1 day') g(of_day)
      left join lateral (
        select least(min(s.at) filter (where s.part = 0), case when count(*) filter (where s.part = 1) > 0
            and count(*) filter (where s.part = 2) > 0
            then greatest(min(s.at) filter (where s.part = 1), min(s.at) filter (where s.part = 2)) end) as at
          from (select l.grain % 4 as part, coalesce((select min(r.at) from ${semReplacements} r
                where r.account_id = l.account_id and r.day = l.day and r.grain = l.grain and r.after is not null
                  and not exists (select from ${semReplacements} x where x.account_id = r.account_id and x.day = r.day
                    and x.grain = r.grain and x.after is null and x.id > r.id)), l.imported_at) as at
              from ${semSlices} l where l.account_id = d.subject_id and l.day = g.of_day::date and l.grain < ${WORD_GRAIN}) s
          where s.at <= ${moment}) t on true
      where d.kind = 'sheet' group by d.id having count(*) = count(t.at)
    union all
    -- days that stood as they were brought in before they were settled; what was brought in again before this day is no more of it
    select d.id, max(t.at), 1 from due d join ${semAccounts} a on a.id = d.subject_id
      join lateral (select case when s.at <= ${moment} then s.at end as at
        from ${settledSheets(sql`s.account_id = a.id and s.day + a.settling_days <= d.day and s.day >= d.day - ${SETTLED_SHEET_DAYS}::int`)} s
        where s.at is null or s.at >= d.day::timestamp at time zone 'Asia/Shanghai') t on true
      where d.kind = 'settledSheet' group by d.id having count(*) = count(t.at)
    union all
    select d.id, u.done_at, 1 from due d join ${aiUnanswered} u on u.message_id = d.subject_id
      where d.kind = 'question' and u.done_at <= ${moment}
    union all
    select d.id, i.sent_at, 1 from due d join ${reportIssues} i on i.order_id = d.subject_id and i.due_on = d.day
      where d.kind = 'report' and i.sent_at <= ${moment}
  ),
  submissions as (
    select quote_item_id as subject_id, act, at from ${priceRevisions}
      where day = ${day} and act in ('submit', 'withdraw', 'overrule', 'delete') and at <= ${moment}
  ),
  taken_back as (
    select subject_id, max(at) as at from (select subject_id, at from submissions where act <> 'submit'
      union all select subject_id, at from changed where kind = 'price' and not is_there) t group by subject_id
  ),
  submitted as (
    select d.id, max(s.at) as at from due d join submissions s on d.kind = 'price' and s.subject_id = d.subject_id and s.act = 'submit'
      left join finished f on f.id = d.id left join taken_back t on t.subject_id = d.subject_id
      where case when f.at is null then t.at is null or s.at > t.at else s.at <= f.at end
      group by d.id
  ),
  standing as (
    select d.*, f.at as done_at, s.at as submitted_at, coalesce(f.n, 0)::int as done_count, x.reason as excuse, x.by_id as excused_by_id, x.by_name as excused_by,
        case when f.at <= d.late_at or f.at is not null and s.at <= d.late_at then 'done'
          when s.at <= d.late_at then 'reviewing' when x.due_id is not null then 'excused'
          when f.at is not null then 'doneLate' when ${moment} > d.late_at then 'late'
          when ${moment} >= d.warn_at then 'soon' else 'notYet' end as state
      from due d left join finished f on f.id = d.id left join submitted s on s.id = d.id
      left join ${dueExcuses} x on x.due_id = d.id and x.at <= ${moment}
  )`
