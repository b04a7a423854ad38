// Grants of the demo company's staff: categories to serve and to write in, bindings, and recently opened pages.
import { eq, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#contract/days.ts'
import { batches } from '#server/db/batches.ts'
import { isEmpty, type Tx } from '../connection.ts'
import { applets, pageVisits, userApplets, userSendInfo, visitingAssistants } from '../schema/authorisation.ts'
import { externalIdentities, signInFailures, signInLocks } from '../schema/identity.ts'
import { roles, users } from '../schema/organisation.ts'
import { knownUserNames } from './organisation/staff.ts'
import { type Chance, createChance } from './random.ts'

const SEED = 20_260_107
const MINUTE_MS = 60_000
const VISIT_DAYS = 14

const appletNames = ['大宗行情通', '会展助手', '拜访助手', '资讯早报']
const devices = ['Android 手机', 'iPhone', '鸿蒙手机']
/** Where the staff sit. */
export const staffAddresses = ['10.20.1.15', '10.20.1.48', '10.20.3.7', '10.20.8.102', '10.21.0.33', '10.21.4.9']
const outside = ['203.0.113.24', '198.51.100.7', '203.0.113.181']
const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

/** Pages that people of a role open most. */
const pagesOf: Readonly<Record<string, readonly (readonly [path: string, title: string])[]>> = {
  administrator: [
    ['/userControl/accountCenter/userList', '员工账号'],
    ['/permission/role', '角色管理'],
    ['/system/auditLog', '审计日志'],
  ],
  sjgly: [
    ['/data/goodsManage/product', '产品管理'],
    ['/data/goodsManage/category', '分类管理'],
  ],
  priceAnalyst: [
    ['/data/priceService/price', '价格录入'],
    ['/dataMonitoring/visualization/dataToBeUpdatedToday', '今日待更新数据'],
  ],
  newsEditor: [
    ['/data/actciles/articles', '中文资讯'],
    ['/data/actciles/template', '资讯模板'],
  ],
  reviewer: [
    ['/data/priceService/priceReview', '价格审核'],
    ['/data/actciles/newsReview', '资讯审核'],
  ],
}
const home = ['/home/index', '首页'] as const

type Person = { id: string; userName: string; realName: string; mobile: string; role: string }

/** Adds nothing where it has been before. */
export async function addAuthorisation(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, applets))) return
  const chance = createChance(SEED)
  const staff: Person[] = await tx
    .select({
      id: users.id,
      userName: users.userName,
      realName: users.realName,
      mobile: users.mobile,
      role: roles.code,
    })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(sql`${users.deletedAt} is null`)
    .orderBy(users.id)
  await addCategories(tx)
  await addBindings(tx, chance, staff, today)
  await addFailures(tx, chance, staff, today)
  await addVisits(tx, chance, staff, today)
}

/** Sales and service share the sectors among them by number; editors write in every general news category. */
async function addCategories(tx: Tx): Promise<void> {
  await tx.execute(sql`insert into user_categories (user_id, category_id)
    select u.id, c.id from users u join roles r on r.id = u.role_id and r.code in ('sales', 'customerService')
      join (select id, parent_id, dense_rank() over (order by parent_id) as sector from categories where level = 2) c
        on c.sector % 4 = u.id % 4
    where u.deleted_at is null on conflict do nothing`)
  await tx.execute(sql`insert into user_news_categories (user_id, news_category_id)
    select u.id, n.id from users u join roles r on r.id = u.role_id and r.code = 'newsEditor', news_categories n
    where u.deleted_at is null and n.product_id is null on conflict do nothing`)
}

async function addBindings(tx: Tx, chance: Chance, staff: readonly Person[], today: Date): Promise<void> {
  const made = await tx
    .insert(applets)
    .values(appletNames.map((name, at) => ({ appId: `wx5d2c0e${at}9f1a7b46`, name })))
    .returning({ id: applets.id })
  const operators = staff.filter(({ role }) => role === 'operations')
  const links = operators.flatMap(({ id }) =>
    made.filter(() => chance.happens(0.6)).map((applet) => ({ userId: id, appletId: applet.id })),
  )
  if (links.length > 0) await tx.insert(userApplets).values(links)
  const inField = staff.filter(({ role }) => role === 'sales')
  const bound = inField.filter(() => chance.happens(0.7))
  if (bound.length > 0) {
    await tx.insert(visitingAssistants).values(
      bound.map(({ id }) => ({
        userId: id,
        deviceHash: `demo-visit-${id}`,
        device: chance.pick(devices),
        boundAt: moment(chance, today, 300),
      })),
    )
  }
  const onWechat = inField.filter(() => chance.happens(0.4))
  if (onWechat.length > 0) {
    await tx
      .insert(externalIdentities)
      .values(onWechat.map(({ id }) => ({ userId: id, provider: 'wechat' as const, subject: `demo-wechat-${id}` })))
      .onConflictDoNothing()
  }
  const senders = staff.filter(({ role }) => role === 'sales' || role === 'newsEditor').slice(0, 12)
  if (senders.length > 0) {
    await tx.insert(userSendInfo).values(
      senders.map(({ id, realName, mobile, role }) => ({
        userId: id,
        senderName: `${realName}（${role === 'sales' ? '客户经理' : '资讯中心'}）`,
        address: '上海市浦东新区商城路 618 号',
        telephone: mobile,
        signature: '如需退订，请联系您的客户经理。',
      })),
    )
  }
}

/** A working moment of one of the last days before today, in Shanghai. */
function moment(chance: Chance, today: Date, days: number): string {
  const day = addDays(dayOf(today), -chance.between(1, days))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day}T${two(chance.between(8, 18))}:${two(chance.between(0, 59))}:${two(chance.between(0, 59))}+08:00`
}

async function addFailures(tx: Tx, chance: Chance, staff: readonly Person[], today: Date): Promise<void> {
  const people = staff.slice(knownUserNames.length)
  if (people.length === 0) return
  const own = Array.from({ length: 48 }, () => ({
    userName: chance.pick(people).userName,
    address: chance.pick(staffAddresses),
    userAgent: agent,
    reason: chance.pick(['wrongPassword', 'wrongPassword', 'wrongPassword', 'disabled', 'locked', 'expired'] as const),
    at: moment(chance, today, VISIT_DAYS),
  }))
  const guessed = Array.from({ length: 5 }, (_, at) => ({
    userName: 'root',
    address: outside[0] ?? '',
    userAgent: 'python-requests/2.32',
    reason: 'wrongPassword' as const,
    at: new Date(today.getTime() - (40 - at) * MINUTE_MS).toISOString(),
  }))
  await tx.insert(signInFailures).values([...own, ...guessed])
  await tx
    .insert(signInLocks)
    .values({ userName: 'root', address: outside[0] ?? '', until: sql`now() + interval '25 minutes'` })
    .onConflictDoNothing()
}

async function addVisits(tx: Tx, chance: Chance, staff: readonly Person[], today: Date): Promise<void> {
  const people = staff.slice(0, 60)
  const rows = people.flatMap(({ id, role }) => {
    const address = chance.pick(staffAddresses)
    return Array.from({ length: chance.between(2, 12) }, () => {
      const [path, title] = chance.happens(0.3) ? home : chance.pick(pagesOf[role] ?? [home])
      return { userId: id, address, path, title, at: moment(chance, today, VISIT_DAYS) }
    })
  })
  const inOrder = rows.toSorted((one, other) => (one.at < other.at ? -1 : 1))
  for (const batch of batches(inOrder)) await tx.insert(pageVisits).values(batch)
}
