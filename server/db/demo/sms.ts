// Short messages of the demo company: its classes, each with a draft of a push.
import { sql } from 'drizzle-orm'
import type { Tx } from '../connection.ts'
import { pushes, smsClasses } from '../schema/push.ts'
import type { Chance } from './random.ts'

/** Of the first products that have two quote items. */
const daily = [
  '{{日期}}{{品名1}}{{价格1}}元/吨，{{涨跌1}}；{{品名2}}{{价格2}}元/吨，{{涨跌2}}。',
  '{{姓名}}您好，{{日期}}{{产品}}均价{{价格1}}元/吨，较上一工作日{{涨跌1}}。',
  '{{日期}}{{品名1}}{{价格1}}元/吨，{{涨跌1}}。详情请登录大数据平台查看。',
]
const invitation = '{{姓名}}您好，本月行情展望会将于下周三14点线上召开，回看与资料可在大数据平台下载。'

export async function addSms(tx: Tx, authors: readonly { id: string }[], chance: Chance): Promise<void> {
  const { rows: products } = await tx.execute<{ id: string; name: string; items: string[] }>(sql`
    select p.id::text as id, p.name, (array_agg(i.id::text order by i.id))[1:2] as items from quote_items i
      join products p on p.id = i.product_id group by p.id having count(*) > 1 order by p.id limit ${daily.length}`)
  const classes = [
    ...products.map(({ id, name, items }, n) => ({ name: `${name}日价`, productId: id, items, text: daily[n] ?? '' })),
    { name: '月度展望会邀请', productId: null, items: [] as string[], text: invitation },
  ]
  for (const [n, { name, productId, items: quoteItemIds, text }] of classes.entries()) {
    const isAdvert = productId === null
    const sms = { subProduct: 'bigData' as const, sign: '价格中心', partPrice: isAdvert ? '0.055' : '0.045' }
    const template = `SMS_2746${18 + n}`
    const [made] = await tx
      .insert(smsClasses)
      .values({
        ...{ name, subProductKey: sms.subProduct, productId, sign: sms.sign, partPrice: sms.partPrice, template, text },
        ...{ quoteItemIds, isAdvert, sort: (n + 1) * 10, sendTime: isAdvert ? '' : '17:00' },
      })
      .returning()
    await tx.insert(pushes).values({
      ...{
        kind: 'sms',
        title: name,
        subject: template,
        text,
        isAdvert,
        quoteItemIds,
        smsClassId: made?.id ?? null,
        sms,
      },
      productIds: productId === null ? [] : [productId],
      audience: {
        rule: { productIds: [], kinds: [], levels: [], ownerIds: [] },
        listIds: [],
        accountIds: [],
        excludedIds: [],
      },
      authorId: chance.pick(authors).id,
    })
  }
}
