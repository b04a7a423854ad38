// Changes the menu reply on its way to the page, for menus that the demo does not have.
import type { Page } from '@playwright/test'

export type MenuRow = {
  id: string
  code: string
  name: string
  path: string
  isOpen: number
  sort: number
  group: string
  query: string
  children?: MenuRow[]
}

export async function changeMenu(page: Page, change: (rows: MenuRow[]) => void): Promise<void> {
  await page.route('**/api/admin/menu/routes_v2', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: MenuRow[] }
    change(body.data)
    await route.fulfill({ response: reply, json: body })
  })
}

const flat = (row: MenuRow): MenuRow[] => [row, ...(row.children ?? []).flatMap(flat)]

export function rowOf(rows: readonly MenuRow[], code: string): MenuRow {
  const found = rows.flatMap(flat).find((row) => row.code === code)
  if (!found) throw new Error(`no menu row ${code}`)
  return found
}
