// Fixtures of every journey: the worker's own world, a browser console that must stay clean, and signing in.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import type pg from 'pg'
import { refreshUserInfo } from '#contract/identity/own-account.ts'
import { requestToken, type Session } from '#contract/identity/sign-in.ts'
import { closeCodes } from '#contract/live/live.ts'
import { unseal } from '#web/lib/sealed.ts'
import { keyOf, packEntry, unpackEntry } from '#web/lib/storage.ts'
import { countCalls } from './settled.ts'
import { DEMO_PASSWORD, openWorld, SECRET_KEY, type World } from './world.ts'

let own: World | undefined
/** The world of this worker; throws outside of a test. */
export function world(): World {
  if (!own) throw new Error('the world exists only while a test runs')
  return own
}

export const FIRST = () => world().first
export const SECOND = () => world().second()
export const FRAME_SITE = () => world().frameSite.origin

/** Runs one statement as the application's role, for states that no screen produces. */
export async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await world().pool.query<Row>(text, values)).rows
}

/** A part of a `with`: calendar `c`, on which items are due each day, so that no test depends on today. */
export const everyDay = `c as (select id from calendars where code = 'everyDay')`

const ANSWER = 'abcde'

/** Sets a known answer for the captcha with that key, since a test cannot read its picture. */
export async function knowCaptcha(key: string): Promise<string> {
  const hash = createHmac('sha256', SECRET_KEY).update(`captcha:${key}:${ANSWER}`).digest('hex')
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
    await expect(this.page.getByRole('img', { name: /验证码/ })).toBeVisible()
    await this.page.getByLabel('用户名', { exact: true }).fill(userName)
    await this.fillPassword(password, answer)
  }

  /** Where the user name stands already: in the dialog over a page whose session has ended. */
  async fillPassword(password: string, answer?: string): Promise<void> {
    const picture = this.page.getByRole('img', { name: /验证码/ })
    await this.page.getByLabel('密码', { exact: true }).fill(password)
    // the page renders a new captcha some time after the reply; until then it would send the old key
    const isShown = async () => this.captcha.key !== '' && (await picture.getAttribute('src')) === this.captcha.image
    await expect.poll(isShown, { message: 'no new captcha is shown' }).toBe(true)
    await this.page.getByLabel('验证码', { exact: true }).fill(answer ?? (await knowCaptcha(this.captcha.key)))
    this.captcha.key = '' // a captcha is valid for one answer; a refusal loads a new one
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

/** Adds a staff account with the demo's password. @returns its id */
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

/** Adds a staff account and a role of the same name with exactly these rights. @returns the account's id */
export async function addHolder(
  userName: string,
  ...rights: readonly (readonly [menu: string, ...aliases: string[]])[]
): Promise<string> {
  // sorted last, so that other journeys still find the demo's roles in their lists
  await query('insert into roles (code, name, sort) values ($1, $1, 1000)', [userName])
  for (const [menu, ...aliases] of rights) {
    const granted = await query(
      `insert into role_menus (role_id, menu_id)
      select r.id, b.id from roles r, menus b join menus p on p.id = b.parent_id
      where r.code = $1 and p.code = $2 and b.alias = any ($3) returning menu_id`,
      [userName, menu, aliases],
    )
    if (granted.length !== aliases.length) throw new Error(`${menu} lacks some of ${aliases.join(', ')}`)
  }
  return addPerson(userName, userName)
}

/** Opens an empty page on the application's origin, to access its storage without running the application. */
export async function openStorage(page: Page): Promise<void> {
  const address = `${FIRST()}/storage`
  await page.route(address, (route) =>
    route.fulfill({ body: '<link rel="icon" href="data:,">', contentType: 'text/html' }),
  )
  await page.goto(address)
  await page.unroute(address)
}

const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/**
 * Inserts a session and fetches its tokens from either process. Password and captcha are skipped: they are slow and
 * have tests of their own.
 */
export async function signInByCalls(request: APIRequestContext, userName: string, base = FIRST()): Promise<Session> {
  const refreshToken = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(refreshToken).digest('hex')
  await query(
    `with session as (
      insert into sessions (user_id, address, user_agent, expires_at)
      select id, '127.0.0.1', $3, now() + interval '7 days' from users where user_name = $1 and deleted_at is null
      returning id, expires_at)
    insert into session_tokens (session_id, access_hash, refresh_hash, expires_at)
    select id, 'access of ' || $2, $2, expires_at from session`,
    [userName, hash, USER_AGENT],
  )
  const client = { client_id: 'console', client_secret: 'console' }
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...client }
  const reply = await request.post(`${base}${requestToken.path}`, { form })
  return (await reply.json()).data as Session
}

/** Opens a page of either process signed in, without the sign-in form. */
export async function enter(page: Page, userName: string, address = '/home/index', base = FIRST()): Promise<void> {
  const session = await signInByCalls(page.request, userName, base)
  const stored = {
    origin: base,
    name: keyOf('session'),
    text: packEntry({ session, receivedAt: Date.now() }, 'local'),
  }
  const storing = await page.addInitScript(({ origin, name, text }) => {
    if (location.origin === origin) localStorage.setItem(name, text)
  }, stored)
  await page.goto(`${base}/backend${address}`, { waitUntil: 'commit' })
  await storing.dispose() // later loads must not overwrite the session that the page stored
  await page.waitForLoadState()
}

/** The session that this browser keeps. */
export async function sessionIn(page: Page): Promise<Session> {
  const entry = unpackEntry(await page.evaluate((name) => localStorage.getItem(name), keyOf('session')))
  return (entry as { session: Session }).session
}

/** What the signed-in person's drafts in this browser say, as JSON; their texts are encrypted (record 108). */
export async function draftsIn(page: Page): Promise<string[]> {
  const { draftKey } = await sessionIn(page)
  const stored = await page.evaluate(() => Object.entries({ ...localStorage }) as [string, string][])
  const start = keyOf('draft-')
  return stored
    .filter(([name]) => name.startsWith(start))
    .map(([name, text]) => unseal(String(unpackEntry(text)), draftKey, name.slice(start.length)) ?? '')
}

/** Changes rights of the signed-in person, and waits until the server has dropped its cached permissions. */
export async function changeRights(page: Page, change: () => Promise<unknown>): Promise<void> {
  const headers = { 'console-auth': (await sessionIn(page)).access_token }
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
  /** Whether pages open the live channel. Off by default: notices of other tests' registrations would cover pages. */
  live: boolean
  signInPage: SignInPage
  /** Allows matching lines in the browser's console, such as the network error of an expected refusal. */
  expectConsole: (pattern: RegExp) => void
}

/** Of the server's lines: warnings, errors and refused requests. A report shows the beginning of an attachment, so they come first. */
const TROUBLED = /"level":[456]0|"status":[45]\d\d/

/** A page's path, and what it says in dialogs, messages and errors of fields. */
async function saidBy(page: Page): Promise<string> {
  const said = page.locator('[role=dialog], [role=alert], .ant-message-notice, .ant-form-item-explain-error')
  const texts = await said.filter({ visible: true }).allInnerTexts()
  return [new URL(page.url()).pathname, ...texts].join(' | ').replaceAll(/\s+/g, ' ').slice(0, 250)
}

export const test = base.extend<Fixtures, { ownWorld: World }>({
  ownWorld: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its first parameter
    async ({}, use, { workerIndex }) => {
      own = await openWorld(workerIndex)
      await use(own)
      await own.close()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  live: [false, { option: true }],
  context: async ({ context, live }, use) => {
    if (!live) {
      await context.routeWebSocket(/\/ws\/pushMessage\//, (socket) => socket.close({ code: closeCodes.sessionEnded }))
    }
    await use(context)
  },
  page: async ({ page }, use) => {
    await page.clock.install()
    countCalls(page)
    await use(page)
  },
  signInPage: async ({ page }, use) => {
    await use(new SignInPage(page))
  },
  expectConsole: [
    async ({ context }, use, info) => {
      const expected: RegExp[] = []
      const lines: string[] = []
      const since = world().lines().length
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          lines.push(`${message.text()} ${message.location().url}`)
      })
      context.on('weberror', (error) => lines.push(String(error.error())))
      await use((pattern) => expected.push(pattern))
      if (info.status !== info.expectedStatus) {
        const logged = world().lines().slice(since)
        const logs = {
          'the pages': await Promise.all(context.pages().map(saidBy)),
          "the browser's console": lines,
          "the server's lines": [...logged.filter((line) => TROUBLED.test(line)), ...logged],
        }
        for (const [name, log] of Object.entries(logs)) await info.attach(name, { body: log.join('\n') })
      }
      const left = lines.filter((line) => !expected.some((pattern) => pattern.test(line)))
      expect(left, 'lines in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
})

export { DEMO_PASSWORD, expect }
