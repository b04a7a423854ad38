// What a list of registrations holds, in words: beside the list, and at the head of its file.
import { eq } from 'drizzle-orm'
import { registrationSourceLabels, registrationStateLabels } from '#contract/members/members.ts'
import { cohortLabel, reachedLabels } from '#contract/operations/registration-measures.ts'
import { type DetailsQuery, NO_PROVINCE } from '#contract/operations/registration-statistics.ts'
import { weekdayLabels } from '#contract/prices/price-labels.ts'
import { subProductOf } from '#contract/sub-products.ts'
import type { Db } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { departments, users } from '#server/db/schema/organisation.ts'

async function nameOf(db: Db, table: typeof users | typeof departments | typeof products, id: string): Promise<string> {
  const name = table === users ? users.realName : table === departments ? departments.name : products.name
  const [found] = await db.select({ name }).from(table).where(eq(table.id, id))
  return found?.name ?? '（已删除）'
}

const hoursOf = (what: string, weekday: number | undefined, hour: number | undefined) =>
  weekday === undefined && hour === undefined
    ? undefined
    : `${what}在${weekday === undefined ? '' : weekdayLabels[weekday - 1]}${hour === undefined ? '' : ` ${hour}:00–${hour + 1}:00`}`

export async function describeDetails(
  db: Db,
  query: DetailsQuery & { from: string; to: string },
  seesAll: boolean,
): Promise<string> {
  const { ownerId, deptId, productId } = query
  const parts = [
    `${query.from} 至 ${query.to} 注册（上海时间）`,
    query.reached && reachedLabels[query.reached],
    query.within && cohortLabel(query.within),
    query.reached === 'duplicate' ? undefined : '不含重复',
    query.subProduct && `试用产品：${subProductOf(query.subProduct).title}`,
    query.source && `来源：${registrationSourceLabels[query.source]}`,
    query.campaign && `推广计划：${query.campaign}`,
    query.province && `省份：${query.province === NO_PROVINCE ? '未填写' : query.province}`,
    ownerId && `负责人：${await nameOf(db, users, ownerId)}`,
    deptId && `团队：${await nameOf(db, departments, deptId)}（含下级）`,
    productId && `获得授权的产品：${await nameOf(db, products, productId)}`,
    query.isOwned === undefined ? undefined : query.isOwned ? '已分配' : '待分配',
    query.hasProduct === undefined ? undefined : query.hasProduct ? '已授权到产品' : '未授权到产品',
    query.reason && `无效原因：${query.reason}`,
    hoursOf('注册', query.weekday, query.hour),
    hoursOf('首次联系', query.contactWeekday, query.contactHour),
    query.company && `公司名称含“${query.company.trim()}”`,
    query.state && `状态：${registrationStateLabels[query.state]}`,
    seesAll ? '全部注册，其他同事的客户隐去名称' : '本人可查看的注册',
  ]
  return parts.filter((part) => part !== undefined && part !== '').join('；')
}
