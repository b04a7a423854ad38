// Where the rows are that acts were done to, and what they are called.

import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'

/** Its table `t`, what joins it, and its name. */
type Source = { from: string; name: string }
const of = (from: string, name = 't.name'): Source => ({ from, name })

const member = "concat_ws(' ', m.real_name, m.login_name)"
const ofAccount = (from: string) =>
  of(`${from} join member_accounts a on a.id = t.account_id join members m on m.id = a.member_id`, member)
const article = of('articles t join article_versions v on v.id = coalesce(t.published_id, t.head_id)', 'v.title')
const site =
  'coalesce(c.name, s.name) from visit_enterprises s left join enterprises c on c.id = s.customer_id where s.id ='
const day = (column: string) => `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/** By type of target. Rows that are marked as deleted are stored still. */
export const targetRows: Readonly<Record<string, Source>> = {
  absence: of('absences t join users u on u.id = t.user_id', "concat_ws(' ', u.real_name, t.from_day::text)"),
  account: of('member_accounts t join members m on m.id = t.member_id', member),
  accountSignal: ofAccount('account_signals t'),
  aiAssistant: of('ai_assistants t'),
  aiCase: of('ai_cases t', 'left(t.question, 60)'),
  aiMessage: of('ai_messages t join ai_sessions s on s.id = t.session_id', 's.title'),
  aiModel: of('ai_models t'),
  aiSession: of('ai_sessions t', 't.title'),
  aiUnanswered: of('ai_messages t join ai_sessions s on s.id = t.session_id', 's.title'),
  aiSet: of('ai_sets t'),
  announcement: of('announcements t', 't.title'),
  apiKey: of('api_keys t'),
  applet: of('applets t'),
  article,
  articleTemplate: of('article_templates t'),
  calendar: of('calendars t'),
  category: of('categories t'),
  chartNote: of('chart_notes t', 't.caption'),
  checkInList: of('check_in_lists t'),
  complaint: of('complaints t join enterprises e on e.id = t.enterprise_id', `concat_ws(' ', e.name, ${day('t.at')})`),
  contact: of('enterprise_contacts t'),
  dataKey: ofAccount('data_keys t'),
  department: of('departments t'),
  dictionary: of('dictionary_words t', 't.word'),
  difference: of('difference_tables t'),
  dinnerGuest: of('dinner_guests t'),
  dinnerTable: of('dinner_tables t'),
  document: of('documents t', 't.title'),
  due: of('monitoring_rules r join dues t on t.rule_id = r.id', "concat_ws(' ', r.name, t.day::text)"),
  englishArticle: article,
  enterprise: of('enterprises t'),
  file: of('files t'),
  followUp: of('follow_ups t join enterprises e on e.id = t.enterprise_id', `concat_ws(' ', e.name, ${day('t.at')})`),
  grantBatch: of('grant_batches t', "nullif(t.reason, '')"),
  grantRule: of('grant_rules t'),
  import: of('imports t', 't.file_name'),
  job: of('job_runs t', 't.title'),
  listView: of('list_views t'),
  meeting: of('meetings t'),
  meetingCarousel: of('meeting_images t', "nullif(t.title, '')"),
  meetingInvitation: of('meeting_invitations t'),
  meetingNews: of('meeting_news t', 't.title'),
  meetingPicture: of('meeting_images t', "nullif(t.title, '')"),
  meetingSignUp: of('meeting_sign_ups t'),
  member: of('members t join members m on m.id = t.id', member),
  menu: of('menus t'),
  message: of('messages t', "concat_ws(' ', nullif(t.subject, ''), nullif(t.recipient_name, ''))"),
  monitoringRule: of('monitoring_rules t'),
  newsCategory: of('news_categories t'),
  order: of('orders t', 't.number'),
  partner: of('partners t'),
  permissionSet: of('permission_sets t'),
  preset: of('grant_presets t'),
  price: of('prices t join quote_items i on i.id = t.quote_item_id', "concat_ws(' ', i.name, t.day::text)"),
  process: of('processes t'),
  product: of('products t'),
  publishingStandard: of('publishing_standards t'),
  push: of('pushes t', 't.title'),
  quoteItem: of('quote_items t'),
  region: of('regions t'),
  registration: of('registrations t', "coalesce(nullif(t.company, ''), t.contact)"),
  registrationRule: of('registration_rules t', 't.province'),
  reportIssue: of(
    'report_issues t join report_orders o on o.id = t.order_id',
    "concat_ws(' ', o.title, t.due_on::text)",
  ),
  reportOrder: of('report_orders t', 't.title'),
  role: of('roles t'),
  searchWord: of('search_words t', 't.word'),
  semAccount: of('sem_accounts t'),
  semNode: of('sem_nodes t', "concat_ws(' › ', nullif(t.campaign, ''), nullif(t.ad_group, ''), nullif(t.keyword, ''))"),
  semNote: of('sem_notes t', 't.caption'),
  series: of('series t'),
  share: of(
    'shares t join articles r on r.id = t.article_id join article_versions v on v.id = coalesce(r.published_id, r.head_id)',
    'v.title',
  ),
  signInClient: of('sign_in_clients t'),
  smsClass: of('sms_classes t'),
  thirdPower: of('third_powers t'),
  user: of('users t', 't.real_name'),
  visit: of('visits t', `concat_ws(' ', (select ${site} t.enterprise_id), ${day('t.planned_at')})`),
  visitEnterprise: of('visit_enterprises t', `(select ${site} t.id)`),
  webhook: of('webhooks t'),
}

/** Names of these rows by type and id, as `user 6`. */
export async function readTargets(db: Executor, wanted: ReadonlyMap<string, ReadonlySet<string>>) {
  const parts = [...wanted].flatMap(([type, ids]): SQL[] => {
    const source = targetRows[type]
    if (!source || ids.size === 0) return []
    return [
      sql`select ${type}::text as type, t.id::text as id, ${sql.raw(source.name)} as name from ${sql.raw(source.from)}
        where t.id = any(${idArray(ids)})`,
    ]
  })
  if (parts.length === 0) return new Map<string, string>()
  const { rows } = await db.execute<{ type: string; id: string; name: string | null }>(
    sql.join(parts, sql` union all `),
  )
  return new Map(rows.flatMap(({ type, id, name }) => (name ? [[`${type} ${id}`, name] as const] : [])))
}
