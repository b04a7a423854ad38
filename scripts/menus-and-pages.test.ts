// The menu tree against the list of screens: a menu row without its page is not shown, and is listed here.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asksOf } from '#contract/access.ts'
import { routes } from '#server/app.ts'
import { demoEntries } from '#server/db/demo/home.ts'
import { managerRole } from '#server/db/demo/organisation/roles.ts'
import { generateStaff, knownUserNames } from '#server/db/demo/organisation/staff.ts'
import { menuRows } from '#server/db/seed/menus.ts'
import { grantedButtons, roleSeeds } from '#server/db/seed/roles.ts'
import { menuIconNames } from '#web/kit/menu-icons.tsx'
import { findPage } from '#web/lib/page.ts'
import { judgePage } from '#web/lib/session/menu.rules.ts'
import { pages } from '#web/pages.ts'
import { buttonsOnScreens, isScreen, waitingPages } from './buttons.ts'
import { callsMadeByScreens } from './calls-made.ts'

const menuPages = menuRows.filter(({ type }) => type === 2)

it('lists the menu rows that still wait for their screen', async () => {
  const waiting = waitingPages().map(({ code, path }) => `${code} ${path}`)
  await expect(`${waiting.toSorted().join('\n')}\n`).toMatchFileSnapshot('./menus-without-screen.txt')
})

it('has quick entries in the demo that lead to existing pages, for people who may open them', () => {
  const roleOf = new Map(generateStaff({ scale: 1, today: new Date() }).map(({ userName, role }) => [userName, role]))
  const wrong = Object.entries(demoEntries).flatMap(([userName, codes]) => {
    const role = [...roleSeeds, managerRole].find(({ code }) => code === roleOf.get(userName))
    const held = new Set(role && grantedButtons(role))
    return codes.filter((code) => {
      const page = menuPages.find((row) => row.code === code)
      const mayOpen = role?.code === 'administrator' || held.has(`${code}.view`)
      return !page || !isScreen(page.path) || !mayOpen
    })
  })
  expect(wrong).toEqual([])
  expect(Object.keys(demoEntries).toSorted()).toEqual(knownUserNames.toSorted())
})

it('has a menu row for the parent of every form and detail page', () => {
  const paths = new Set(menuPages.map(({ path }) => path))
  const orphans = Object.entries(pages).filter(([, page]) => page.parent !== undefined && !paths.has(page.parent))
  expect(orphans.map(([path]) => path)).toEqual([])
})

it('issue "Ctrl+K finds acts by right": what a page adds has a right of its menu row and a button on its screen', () => {
  const wrong = Object.entries(pages).filter(([path, page]) => {
    if (page.adds === undefined) return false
    const row = menuPages.find((each) => each.path === path)
    const screen = /features\/[^'"]+\.tsx/.exec(String(page.load))?.[0] ?? ''
    const source = readFileSync(new URL(`../web/${screen}`, import.meta.url), 'utf8')
    return !menuRows.some(({ code }) => code === `${row?.code}.add`) || !/<(AddButton|RowsPage)\b/.test(source)
  })
  expect(wrong.map(([path]) => path)).toEqual([])
  expect(Object.values(pages).filter(({ adds }) => adds !== undefined).length).toBeGreaterThan(14)
})

it('issue "pages by other usual names": no name is the title of another page', () => {
  // what several pages are called, such as the accounts of each sub-product, says none of them
  const titled = Map.groupBy(menuPages, ({ name }) => name)
  const taken = Object.entries(pages).flatMap(([path, { others = [] }]) =>
    others.filter((other) => titled.get(other)?.length === 1 && titled.get(other)?.[0]?.path !== path),
  )
  expect(taken).toEqual([])
})

it('knows the icon of every directory and page', () => {
  const known = new Set(menuIconNames)
  expect(menuRows.filter(({ type, source }) => type < 3 && !known.has(source)).map(({ code }) => code)).toEqual([])
})

it('§6 opens no page of a person without menus and rights but the public ones, home and the frame', () => {
  const nothing = { isAdministrator: false, rights: new Set<string>() }
  const opened = Object.keys(pages).filter((path) => {
    const found = findPage(pages, path.replace('/*', '/home/index').replace(/:\w+/g, '1'))
    return found && !found.entry.public && judgePage(found, [], nothing) === 'open'
  })
  expect(opened).toEqual(['/', '/home', '/myiframe/:routerPath'])
})

it('§6 every button that can be granted is checked by a call', () => {
  const checked = new Set<string>(routes.flatMap(({ endpoint }) => asksOf(endpoint.access)))
  // `dateEdit` passes every alias of its menu, by the rule of spec §6
  const isOfRule = (button: string) => button.endsWith(':view') || button.endsWith(':dateEdit')
  const hollow = buttonsOnScreens().filter((button) => !isOfRule(button) && !checked.has(button))
  expect(hollow).toEqual([])
})

it('§6 every call that checks a button is made by a screen', async () => {
  const [made, standing] = [await callsMadeByScreens(), new Set(buttonsOnScreens())]
  const unmade = routes.filter(
    ({ endpoint }) => asksOf(endpoint.access).some((button) => standing.has(button)) && !made.has(endpoint),
  )
  expect(unmade.map(({ endpoint }) => endpoint.path)).toEqual([])
})
