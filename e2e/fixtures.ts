// What every journey has: a console that must stay clean, signing in as a person, and the accessibility check.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import type { Session } from '../contract/identity.ts'
import { queryOwnJobs } from '../contract/jobs.ts'
import { closeCodes } from '../contract/live.ts'
import { refreshUserInfo } from '../contract/own-account.ts'
import { keyOf, packEntry, unpackEntry } from '../web/lib/storage.ts'

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the global setup did not run`)
  return value
}

export const FIRST = () => setting('E2E_FIRST')
export const SECOND = () => setting('E2E_SECOND')
export const FRAME_SITE = () => setting('E2E_FRAME_SITE')
export const DEMO_PASSWORD = 'Demo@2026'

let pool: pg.Pool | undefined
/** One statement as the application's role, for what a person cannot do in the page. */
export async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  pool ??= new pg.Pool({
    connectionString: setting('E2E_DATABASE'),
    // its days are the application's: elsewhere today is yesterday for eight hours
    options: '-c timezone=Asia/Shanghai',
    allowExitOnIdle: true,
  })
  return (await pool.query<Row>(text, values)).rows
}

const ANSWER = 'abcde'

/** Gives the captcha that the page shows a known answer, as nobody can read its picture. */
export async function knowCaptcha(key: string): Promise<string> {
  const hash = createHmac('sha256', setting('E2E_SECRET_KEY')).update(`captcha:${key}:${ANSWER}`).digest('hex')
  await query('update captchas set answer_hash = $1 where key = $2', [hash, key])
  return ANSWER
}

/** Opens the sign-in page with a captcha whose answer is known. */
export class SignInPage {
  readonly page: Page
  private captcha = { key: '', image: '' }

  constructor(page: Page) {
    this.page = page
    page.on('response', async (response) => {
      if (!response.url().includes('/login/captcha')) return
      const reply = (await response.json().catch(() => null)) as { data: { key: string; image: string } } | null
      if (reply) this.captcha = reply.data
    })
  }

  async open(address = `${FIRST()}/backend/login`): Promise<void> {
    await this.page.goto(address)
    await expect(this.page.getByRole('img', { name: /验证码/ })).toBeVisible()
  }

  async fill(userName: string, password: string, answer?: string): Promise<void> {
    const picture = this.page.getByRole('img', { name: /验证码/ })
    await expect(picture).toBeVisible()
    await this.page.getByLabel('用户名').fill(userName)
    await this.page.getByLabel('密码', { exact: true }).fill(password)
    // the page has it a moment after the reply: until then it would send the key of the one before
    const isShown = async () => this.captcha.key !== '' && (await picture.getAttribute('src')) === this.captcha.image
    await expect.poll(isShown, { message: 'no fresh captcha came' }).toBe(true)
    await this.page.getByLabel('验证码', { exact: true }).fill(answer ?? (await knowCaptcha(this.captcha.key)))
    this.captcha.key = '' // one answer burns it; a refusal brings another
  }

  async submit(userName: string, password: string, answer?: string): Promise<void> {
    await this.fill(userName, password, answer)
    await this.page.getByRole('button', { name: /^(?:loading )?登录$/ }).click()
  }

  async signIn(userName: string, password = DEMO_PASSWORD): Promise<void> {
    await this.open()
    await this.submit(userName, password)
    await expect(this.page).toHaveURL(/\/backend\/home/)
  }
}

/** A person of the journey's own, with the demo's password; answers the id. */
export async function addPerson(userName: string, roleCode = 'administrator'): Promise<string> {
  const [added] = await query<{ id: string }>(
    `insert into users (user_name, real_name, mobile, password_hash, dept_id, role_id)
    select $1, $1, '199' || lpad(nextval(pg_get_serial_sequence('users', 'id'))::text, 8, '0'),
      u.password_hash, u.dept_id, r.id
    from users u, roles r where u.user_name = 'operator' and r.code = $2 returning id::text`,
    [userName, roleCode],
  )
  if (!added) throw new Error(`no role ${roleCode}`)
  return added.id
}

/** Opens an empty page of the application's origin, to reach its storage without the application. */
export async function openStorage(page: Page): Promise<void> {
  const address = `${FIRST()}/storage`
  await page.route(address, (route) =>
    route.fulfill({ body: '<link rel="icon" href="data:,">', contentType: 'text/html' }),
  )
  await page.goto(address)
  await page.unroute(address)
}

/** Signs in by the calls alone, at either process. */
export async function signInByCalls(request: APIRequestContext, userName: string, base = FIRST()): Promise<Session> {
  const captcha = await request.get(`${base}/api/adminauth/login/captcha`)
  const { key } = (await captcha.json()).data as { key: string }
  const client = { client_id: 'console', client_secret: 'console', 'captcha-key': key }
  const reply = await request.post(`${base}/api/adminauth/oauth/token`, {
    form: {
      grant_type: 'captcha',
      username: userName,
      password: DEMO_PASSWORD,
      'captcha-code': await knowCaptcha(key),
      ...client,
    },
  })
  return (await reply.json()).data as Session
}

/** Signs in where the sign-in page is not what is tested, and opens a page. */
export async function enter(page: Page, userName: string, address = '/home/index'): Promise<void> {
  const session = await signInByCalls(page.request, userName)
  const stored = {
    origin: FIRST(),
    name: keyOf('session'),
    text: packEntry({ session, receivedAt: Date.now() }, 'local'),
  }
  const storing = await page.addInitScript(({ origin, name, text }) => {
    if (location.origin === origin) localStorage.setItem(name, text)
  }, stored)
  await page.goto(`${FIRST()}/backend${address}`, { waitUntil: 'commit' })
  await storing.dispose() // what the page makes of its session is kept from here on
  await page.waitForLoadState()
}

/** Changes rights of the person in the page, and waits until the server has heard of it: it answers from what it keeps. */
export async function changeRights(page: Page, change: () => Promise<unknown>): Promise<void> {
  const entry = unpackEntry(await page.evaluate((name) => localStorage.getItem(name), keyOf('session')))
  const headers = { 'console-auth': (entry as { session: Session }).session.access_token }
  const version = async () => {
    const reply = await page.request.fetch(`${FIRST()}${refreshUserInfo.path}`, {
      method: refreshUserInfo.method,
      headers,
    })
    return ((await reply.json()).data as { permissionVersion: string }).permissionVersion
  }
  const before = await version()
  await change()
  await expect.poll(version).not.toBe(before)
}

type Fixtures = {
  /** Whether pages have their live connection: without it no other journey's registration stands over this one's page. */
  live: boolean
  signInPage: SignInPage
  /** Lines of the browser's console that a journey provokes on purpose, such as the network line of a refusal. */
  expectConsole: (pattern: RegExp) => void
}

export const test = base.extend<Fixtures>({
  live: [false, { option: true }],
  context: async ({ context, live }, use) => {
    if (!live) {
      await context.routeWebSocket(/\/ws\/pushMessage\//, (socket) => socket.close({ code: closeCodes.sessionEnded }))
    }
    await use(context)
  },
  signInPage: async ({ page }, use) => {
    await use(new SignInPage(page))
  },
  expectConsole: [
    async ({ context }, use) => {
      const expected: RegExp[] = []
      const unexpected: { line: string; url?: string }[] = []
      const lastStatus = new Map<string, number>()
      context.on('response', (response) => lastStatus.set(response.url(), response.status()))
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        const { url } = message.location()
        unexpected.push({ line: `${message.text()} ${url}`, url })
      })
      context.on('weberror', (error) => unexpected.push({ line: String(error.error()) }))
      await use((pattern) => expected.push(pattern))
      // a machine that stands still for a second makes the server refuse calls; reads are made once more by themselves
      const isMadeAgain = ({ line, url = '' }: { line: string; url?: string }) =>
        line.includes('status of 503 ') && lastStatus.get(url) !== 503
      const left = unexpected
        .filter((each) => !isMadeAgain(each))
        .map(({ line }) => line)
        .filter((line) => !expected.some((pattern) => pattern.test(line)))
      expect(left, 'lines in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

/** What has been lifted by the keyboard hears keys from the task after it was drawn on. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** Presses again, after a refusal, until it has its effect: a dialog's button takes no second press within a second (spec §9). */
export const pressAgain = (pressed: Locator, hasEffect: () => Promise<boolean>, key?: string): Promise<void> =>
  expect
    .poll(async () => {
      if (await hasEffect()) return true
      // what has appeared over it, or its going, refuses the press, and is the effect
      const press = key ? pressed.press(key, { timeout: 1_000 }) : pressed.click({ timeout: 1_000 })
      await press.catch(() => undefined)
      return hasEffect()
    })
    .toBe(true)

/** Looks for a text in a tree, and waits until its rows are those that were found: they are drawn a moment after it was typed. */
export async function findInTree(within: Locator, searchText: string, text: string): Promise<void> {
  await within.getByRole('searchbox', { name: searchText }).fill(text)
  await expect(within.getByRole('tree').locator('mark').first()).toHaveText(text)
}

/** Types into a select that looks for it a moment later, and takes what it has found: until then its rows are still to move. */
export async function pickFound(select: Locator, text: string): Promise<void> {
  const options = select.page().locator('.ant-select-dropdown:visible .ant-select-item-option')
  await select.click()
  await select.pressSequentially(text)
  await expect
    .poll(async () => {
      const texts = await options.allTextContents()
      return texts.length > 0 && texts.every((each) => each.includes(text))
    })
    .toBe(true)
  await options.first().click()
}

/** The last that a page asks by itself, a while after it is there: awaited before its session ends or its line is cut. */
export const lastAsked = (page: Page): Promise<unknown> => page.waitForResponse(`**${queryOwnJobs.path}`)

/** For what a job makes: without the live connection it is asked about every 5 s. */
export const JOB = { timeout: 30_000 }

/** Answers a question over the page. One that is still coming up moves away below the pointer. */
export async function answer(question: Locator, verb: string | RegExp): Promise<void> {
  await expect(question).not.toHaveClass(/ant-zoom/)
  await question.getByRole('button', { name: verb }).click()
  await expect(question).toBeHidden()
}

const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** axe finds nothing serious or critical on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A dialog that is still fading in has the contrast of a ghost.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((each) => each.finished.catch(() => null)))
  })
  // antd's twin of an option list, of no size: its field names it
  const twin = '.ant-select-dropdown [role="listbox"][style*="width: 0px"]'
  const axe = new AxeBuilder({ page, axeSource }).exclude(twin).options({ resultTypes: ['violations'] })
  // What many frames hold is put together on another page, with everything that passed: three times dearer, and only for them.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = grave.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`)
  expect(told).toEqual([])
}

export { expect }
