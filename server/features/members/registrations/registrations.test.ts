// Applying for a trial, over HTTP: checks, what is stored, and who is notified.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getMessage } from '#contract/live/live.ts'
import { applyRegistration } from '#contract/members/registrations.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, type TestServer, testServer } from '#test/http.ts'
import { connect } from '#test/socket.ts'

const server = testServer({ trustProxy: 1 })
let second: TestServer

beforeAll(async () => {
  second = await openTestServer(server().database)
})
afterAll(() => second.server.close())

const WITHIN = { interval: 10 }
let count = 0
let address = ''
beforeEach(() => {
  address = `10.0.0.${++count}`
})

/** From an address of its own for each test, as the rate limit is by address. */
const apply = (changes: Record<string, unknown> = {}, from = address) =>
  server().send(
    'POST',
    applyRegistration.path,
    {
      company: '东海石化',
      contact: '王敏',
      mobile: `139${String(++count).padStart(8, '0')}`,
      subProduct: 'bigData',
      consent: true,
      ...changes,
    },
    { headers: { 'x-forwarded-for': from } },
  )

describe('POST /api/backend/register/apply', () => {
  it('stores the registration and audits it without an actor, the number masked', async () => {
    const { pool } = server().database
    expect(
      await apply({ company: ' 江海贸易 ', mobile: '13912345678', email: 'a@b.cn', remark: '年底前' }),
    ).toMatchObject({
      code: 200,
      data: null,
    })
    const { rows } = await pool.query("select * from registrations where mobile = '13912345678'")
    expect(rows).toMatchObject([
      { company: '江海贸易', contact: '王敏', email: 'a@b.cn', sub_product: 'bigData', remark: '年底前', address },
    ])
    const { rows: acts } = await pool.query(
      "select actor_id, address, after from audit_log where action = 'registration.apply' and target_id = $1",
      [rows[0].id],
    )
    const after = { company: '江海贸易', contact: '王敏', mobile: '139****5678', subProduct: 'bigData' }
    expect(acts).toEqual([{ actor_id: null, address, after }])
  })

  it.each([
    ['', '手机号码不能为空'],
    ['1391234567', '手机号码长度不为11位'],
    ['23912345678', '手机号码格式不正确'],
  ])('§5 refuses the mobile number "%s": %s', async (mobile, msg) => {
    expect(await apply({ mobile })).toMatchObject({
      status: 400,
      msg,
      data: { fields: [{ field: 'mobile', message: msg }] },
    })
  })

  it.each([
    [{ company: '  ' }, 'company', '请输入公司名称'],
    [{ contact: '' }, 'contact', '请输入联系人'],
    [{ email: 'nobody' }, 'email', '邮箱格式不正确'],
    [{ subProduct: 'gold' }, 'subProduct', '试用产品不在可选范围内'],
    [{ remark: '长'.repeat(501) }, 'remark', '备注最多500个字符'],
    [{ id: '1' }, 'id', '不支持的字段 id'],
  ])('refuses %j', async (changes, field, message) => {
    expect(await apply(changes)).toMatchObject({ status: 400, data: { fields: [{ field, message }] } })
  })

  it('refuses the same number and sub-product within 24 hours, also concurrent ones', async () => {
    const { pool } = server().database
    const mobile = '13900001111'
    const replies = await Promise.all([apply({ mobile }), apply({ mobile }), apply({ mobile })])
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
    const refused = replies.find(({ code }) => code === 409)
    expect(refused?.msg).toBe('该手机号码在 24 小时内已申请过“大数据”，请勿重复提交')
    expect((await apply({ mobile, subProduct: 'app' })).code).toBe(200)
    await pool.query("update registrations set created_at = now() - interval '25 hours' where mobile = $1", [mobile])
    expect((await apply({ mobile })).code).toBe(200)
  })

  it('answers 429 to an address that applies too often, and still answers others', async () => {
    const codes = []
    for (let n = 0; n < 12; n++) codes.push((await apply({ company: '' })).status)
    expect(codes.slice(0, 10)).toEqual(Array(10).fill(400))
    expect(codes.slice(10)).toEqual([429, 429])
    expect((await apply({}, '10.9.9.9')).code).toBe(200)
  })

  it('needs the consent to the privacy policy, and keeps when it was given', async () => {
    expect(await apply({ consent: false })).toMatchObject({ status: 400, msg: '请先阅读并同意隐私政策' })
    expect(await apply({ consent: undefined })).toMatchObject({ status: 400 })
    const mobile = '13922224444'
    expect((await apply({ mobile })).code).toBe(200)
    const { rows } = await server().database.pool.query('select consent_at from registrations where mobile = $1', [
      mobile,
    ])
    expect(rows).toEqual([{ consent_at: expect.anything() }])
  })

  it('requires the captcha where it is switched on, and invalidates it after one use', async () => {
    const strict = await openTestServer(server().database, { captcha: true })
    const send = (extra: object) =>
      strict.send('POST', applyRegistration.path, {
        company: '东海石化',
        contact: '王敏',
        mobile: '13922223333',
        subProduct: 'app',
        consent: true,
        ...extra,
      })
    expect(await send({})).toMatchObject({ status: 400, msg: '请输入验证码' })
    const wrong = { 'captcha-key': 'none', 'captcha-code': 'abcde' }
    expect(await send(wrong)).toMatchObject({ status: 200, code: 10000, msg: '验证码错误或已过期' })
    const { rowCount } = await strict.database.pool.query("select 1 from registrations where mobile = '13922223333'")
    expect(rowCount).toBe(0)
    await strict.server.close()
  })
})

describe('a new registration', () => {
  it('§1 notifies customer service and administrators at once, on every process, and nobody else', async () => {
    const { database, as } = server()
    const service = await as('customerService')
    const admin = await as('administrator')
    const deputy = await as('reviewer', { deputyRoleCodes: ['customerService'] })
    const viewer = await as((await makeRole(database.db, 'customerList.view')).code)
    const [here, there, byDeputy, others] = [
      await connect(server().base, service),
      await connect(second.base, admin),
      await connect(second.base, deputy),
      await connect(second.base, viewer),
    ]
    await apply({ company: '华泰钢贸', contact: '李想', mobile: '13700008888', subProduct: 'steel' })
    for (const each of [here, there, byDeputy]) {
      await expect
        .poll(() => each.of('register').map(({ data }) => data), WITHIN)
        .toEqual([
          {
            registrationId: expect.stringMatching(/^\d+$/),
            company: '华泰钢贸',
            contact: '李想',
            mobile: '137****8888',
            subProduct: '钢铁资讯',
            time: expect.stringMatching(/\+08:00$/),
          },
        ])
    }
    expect(others.of('register')).toEqual([])
    const id = here.of('register')[0]?.id ?? ''
    const { data } = await service.call(getMessage, { id })
    expect(data).toMatchObject({ type: 'register', register: { company: '华泰钢贸' }, notice: null })
    for (const { socket } of [here, there, byDeputy, others]) socket.close()
  })

  it.each([
    ['disabled', "update users set status = 'disabled' where id = $1"],
    ['locked', 'update users set locked = true where id = $1'],
    ['deleted', 'update users set deleted_at = now() where id = $1'],
    ['expired', 'update users set expires_at = current_date - 1 where id = $1'],
  ])('stores no notice for somebody who is %s', async (_, statement) => {
    const { pool } = server().database
    const person = await server().as('customerService')
    await pool.query(statement, [person.id])
    await apply()
    const { rowCount } = await pool.query('select 1 from push_messages where user_id = $1', [person.id])
    expect(rowCount).toBe(0)
  })
})

describe('GET /privacy', () => {
  const read = async (base: string) => (await fetch(`${base}/privacy`)).text()

  it('shows the policy: that of the company from a file, escaped, otherwise a text of its own', async () => {
    expect(await read(server().base)).toContain('<h2>我们收集什么</h2>')
    const privacyText = '第一条\n收集<姓名>。\n\n第二条只有一段。'
    const own = await openTestServer(server().database, { privacyText })
    const page = await read(own.base)
    expect(page).toContain('<h2>第一条</h2>\n<p>收集&lt;姓名&gt;。</p>\n<p>第二条只有一段。</p>')
    expect(page).not.toContain('我们收集什么')
    await own.server.close()
  })
})
