// One report changed on the phone and on the desk at once: each field that differs is shown as it is read, and chosen.
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, button, check, choose, dialog, field, find, rowAct, shown } from '../page.ts'

const SITE = '澄湖双屏焦化'
const PRODUCT = '双屏试验焦'

/** A reported visit with one heard price. */
const addReported = () =>
  query(
    `with u as (select id from users where user_name = 'sales'),
      s as (insert into visit_enterprises (name, kind, owner_id) select $1, 'mill', id from u returning id, owner_id),
      p as (insert into products (name, unit) values ($2, '元/吨') returning id),
      v as (insert into visits (enterprise_id, owner_id, created_by_id, planned_at, aim, state, arrived_at, reported_at, result)
        select id, owner_id, owner_id, now(), '看库存', 'reported', now(), now(), '库存偏高' from s returning id)
    insert into visit_heard (visit_id, product_id, price_low, price_high, unit)
      select v.id, p.id, 1775, 1780, '元/吨' from v, p`,
    [SITE, PRODUCT],
  )

test('§8 601 one report is changed on two devices: what differs is shown by its words, and nothing typed is lost', async ({
  page,
}) => {
  await addReported()
  await enter(page, 'sales', '/application/visitingAssistants/visitRecord')
  await find(page, '企业', SITE)
  await rowAct(page, SITE, '修改报告')
  const reporting = dialog(page, `拜访报告：${SITE}`)
  await field(reporting, '对方人员').fill('陈经理')
  await choose(reporting, '第 1 项涨跌', '跌')
  await query(
    `with v as (update visits set version = version + 1, result = '库存偏低', next_on = current_date + 7, next_text = '再看检修'
        where enterprise_id = (select id from visit_enterprises where name = $1) returning id)
      update visit_heard set stock = '两千吨' where visit_id = (select id from v)`,
    [SITE],
  )
  await act(reporting, '保存').click()
  const conflict = dialog(page, '数据已被他人修改，请核对后再保存')
  const lines = conflict.getByRole('row')
  await expect(lines.filter({ hasText: '各产品情况' })).toContainText(`${PRODUCT}：1775–1780 元/吨，跌`)
  await expect(lines.filter({ hasText: '各产品情况' })).toContainText(`${PRODUCT}：1775–1780 元/吨，库存 两千吨`)
  await expect(conflict.getByRole('radio', { name: '拜访结果：最新版本' })).toBeChecked()
  await expect(conflict.getByRole('radio', { name: '对方人员：我的内容' })).toBeChecked()
  await expect(lines, 'a heading, people, result, products, and the next step with its day').toHaveCount(6)
  await expectAccessible(page, { within: ['.ant-modal'] })
  await check(conflict.getByRole('radio', { name: '各产品情况：最新版本' }))
  await button(conflict, '按选择保存').click()
  await expect(conflict).toHaveCount(0)
  await expect(shown(page)).toContainText('已报告')
  await expect
    .poll(() =>
      query(
        // the field of the next step is drawn once its day is there
        `select met, result, stock, mood, next_text as next from visits v join visit_heard h on h.visit_id = v.id
          join visit_enterprises e on e.id = v.enterprise_id where e.name = $1`,
        [SITE],
      ),
    )
    .toEqual([{ met: '陈经理', result: '库存偏低', stock: '两千吨', mood: null, next: '再看检修' }])
})
