// Meetings of the demo company over three years: a yearly conference, a yearly exhibition, and single events.
import { eq } from 'drizzle-orm'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { CODE_LENGTH, CODE_LETTERS } from '#contract/sharing/share-codes.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { meetingSessions } from '../../schema/meeting-sessions.ts'
import { meetingQuotas } from '../../schema/meeting-sign-ups.ts'
import { meetings } from '../../schema/meetings.ts'
import { users } from '../../schema/organisation.ts'
import { createChance } from '../random.ts'
import { sessions } from './meetings-texts.ts'

type New = typeof meetings.$inferInsert
/** `in`: days from today to its first day; `after`: which of these was the edition before, by place. */
type Plan = Pick<
  New,
  'name' | 'nameEn' | 'series' | 'edition' | 'kind' | 'city' | 'venue' | 'fee' | 'seats' | 'state'
> & {
  in: number
  days: number
  place: readonly [string, string] | null
  after?: number
  text: readonly string[]
  textEn?: readonly string[]
}

const summit: Pick<Plan, 'series' | 'name' | 'nameEn' | 'kind' | 'days' | 'fee'> = {
  series: '年会',
  name: '中国钢铁与原料市场年会',
  nameEn: 'China Steel and Raw Materials Annual Conference',
  kind: 'conference',
  days: 2,
  fee: '2800.00',
}
const fair: Pick<Plan, 'series' | 'name' | 'nameEn' | 'kind' | 'days' | 'fee' | 'city' | 'venue' | 'place'> = {
  series: '仓储物流展',
  name: '华东大宗商品仓储物流展',
  nameEn: 'East China Commodity Storage and Logistics Fair',
  kind: 'exhibition',
  days: 3,
  fee: '0.00',
  city: '宁波',
  venue: '宁波国际会展中心 3 号馆',
  place: ['121.611302', '29.894205'],
}

const plans: readonly Plan[] = [
  {
    ...summit,
    edition: '第十届',
    in: -780,
    city: '上海',
    venue: '上海国际会议中心',
    seats: 500,
    place: ['121.503645', '31.239910'],
    state: 'published',
    text: ['第十届年会回顾了钢材需求的五年变化，420 位来自钢厂、贸易和终端的代表到会。'],
  },
  {
    ...summit,
    edition: '第十一届',
    in: -415,
    city: '杭州',
    venue: '杭州国际博览中心',
    seats: 600,
    after: 0,
    place: ['120.246210', '30.233580'],
    state: 'published',
    text: ['第十一届年会讨论了出口与原料两条主线，并首次设立仓储分会场。'],
  },
  {
    ...summit,
    edition: '第十二届',
    in: 45,
    city: '上海',
    venue: '上海国际会议中心',
    seats: 600,
    after: 1,
    place: ['121.503645', '31.239910'],
    state: 'published',
    text: [
      '第十二届年会为期两天，设主论坛与三个分会场：钢材市场、铁矿与焦煤、仓储物流。',
      '参会代表可预约与本公司分析师一对一交流，名额以报名先后为准。',
    ],
    textEn: [
      'Two days with a main forum and three sessions: steel, iron ore and coking coal, storage and logistics.',
      'Delegates may book talks with our analysts in the order in which they sign up.',
    ],
  },
  {
    ...fair,
    edition: '第二届',
    in: -330,
    seats: 3000,
    state: 'takenDown',
    text: ['展区 6,000 平方米，120 家仓库、港口与物流企业参展。'],
  },
  {
    ...fair,
    edition: '第三届',
    in: 120,
    seats: 4000,
    after: 3,
    state: 'draft',
    text: ['第三届扩大到 8,000 平方米，增设数字化仓储专区。'],
  },
  {
    name: '甲醇产业链闭门沙龙',
    nameEn: '',
    edition: '',
    kind: 'salon',
    in: -60,
    days: 1,
    city: '南京',
    venue: '南京金陵饭店',
    place: ['118.781320', '32.043610'],
    fee: null,
    seats: 40,
    state: 'published',
    text: ['邀请制沙龙，讨论港口库存与烯烃装置开工。'],
  },
  {
    name: '期现结合实务培训',
    nameEn: '',
    edition: '第六期',
    kind: 'training',
    in: 20,
    days: 2,
    city: '天津',
    venue: '天津滨海一号酒店',
    place: null,
    fee: '1680.00',
    seats: 80,
    state: 'published',
    text: ['两天课程：基差定价、套期保值的账务处理、仓单业务，附案例作业。'],
  },
  {
    name: '黑色系市场分析日',
    nameEn: '',
    edition: '',
    kind: 'conference',
    in: 0,
    days: 1,
    city: '上海',
    venue: '上海证大美爵酒店',
    place: ['121.547820', '31.222710'],
    fee: '0.00',
    seats: 150,
    state: 'published',
    text: ['一天讲清四季度：钢材、铁矿与焦煤的供需，分析师现场答疑。'],
  },
  {
    name: '有色金属四季度线上交流会',
    nameEn: '',
    edition: '',
    kind: 'online',
    in: 7,
    days: 1,
    city: '',
    venue: '',
    place: null,
    fee: '0.00',
    seats: 1000,
    state: 'draft',
    text: ['线上直播，铜、铝、锌分析师轮流讲解，现场答疑。'],
  },
]

const paragraph = (text: string): BodyNode => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const bodyOf = (texts: readonly string[], heading: string): BodyNode => ({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: heading }] },
    ...texts.map(paragraph),
  ],
})

const sessionsOf = (meetingId: string, kind: Plan['kind'], startsOn: string) =>
  sessions[kind].map(({ on, ...session }) => ({ ...session, meetingId, day: addDays(startsOn, on) }))

const contacts = [
  { name: '唐梦洁', mobile: '13800021968', email: 'meeting@example.com' },
  { name: '会务组', mobile: '021-58881234', email: '' },
]

/** Guests and press are invited; everybody else chooses the usual one. */
function quotasOf(seats: number) {
  const guests = Math.floor(seats / 10)
  const press = Math.floor(seats / 20)
  return [
    { name: '正式', seats: seats - guests - press, isOpen: true },
    { name: '嘉宾', seats: guests, isOpen: false },
    { name: '媒体', seats: press, isOpen: true },
  ]
}

/** Adds nothing where there are some. */
export async function addMeetings(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, meetings))) return
  const [author] = await tx.select({ id: users.id }).from(users).where(eq(users.userName, 'operator'))
  if (!author) return
  const ids: string[] = []
  const chance = createChance(20_261_127)
  for (const { in: ahead, days, place, after, text, textEn, ...plan } of plans) {
    const startsOn = addDays(dayOf(today), ahead)
    const [added] = await tx
      .insert(meetings)
      .values({
        ...plan,
        code: Array.from({ length: CODE_LENGTH }, () => chance.pick([...CODE_LETTERS])).join(''),
        startsOn,
        endsOn: addDays(startsOn, days - 1),
        ...(place && { longitude: place[0], latitude: place[1] }),
        organisers: '本公司、华东大宗商品行业协会',
        signUpFrom: addDays(startsOn, -90),
        signUpUntil: addDays(startsOn, -3),
        contacts,
        channels: plan.kind === 'exhibition' ? ['officialWebsite'] : ['officialWebsite', 'app'],
        body: bodyOf(text, '会议介绍'),
        bodyEn: textEn ? bodyOf(textEn, 'About') : null,
        publishedAt: plan.state === 'draft' ? null : new Date(`${addDays(startsOn, -95)}T02:00:00Z`).toISOString(),
        previousId: after === undefined ? null : (ids[after] ?? null),
        authorId: author.id,
      })
      .returning({ id: meetings.id })
    if (!added) throw new Error('no meeting was made')
    ids.push(added.id)
    await tx.insert(meetingSessions).values(sessionsOf(added.id, plan.kind, startsOn))
    await tx
      .insert(meetingQuotas)
      .values(quotasOf(plan.seats).map((quota, position) => ({ ...quota, position, meetingId: added.id })))
  }
}
