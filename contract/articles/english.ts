// Quote items in English articles: the English name, and unit, day and direction in English.
import type { DateForm, Direction } from './template-fields.ts'

/** Parts of units, matched as a whole. */
const unitParts: readonly (readonly [string, string])[] = [
  ...([
    ['美元', 'USD'],
    ['欧元', 'EUR'],
    ['日元', 'JPY'],
    ['港元', 'HKD'],
    ['元', 'yuan'],
  ] as const),
  ...([
    ['干吨度', 'dmtu'],
    ['吨度', 'mtu'],
    ['干吨', 'dmt'],
    ['吨', 't'],
    ['公斤', 'kg'],
    ['千克', 'kg'],
    ['克', 'g'],
  ] as const),
  ...([
    ['立方米', 'm³'],
    ['平方米', 'm²'],
    ['桶', 'bbl'],
    ['升', 'L'],
    ['百万英热', 'MMBtu'],
    ['只', 'piece'],
    ['点', 'points'],
  ] as const),
]

/** `元/吨` to `yuan/t`; unknown parts stay as they are. */
export const unitInEnglish = (unit: string): string =>
  unit
    .split('/')
    .map((part) => unitParts.find(([chinese]) => chinese === part)?.[1] ?? part)
    .join('/')

const forms: Readonly<Record<DateForm, Intl.DateTimeFormatOptions>> = {
  monthDay: { month: 'long', day: 'numeric' },
  day: { year: 'numeric', month: 'long', day: 'numeric' },
  month: { month: 'long' },
  weekday: { weekday: 'long' },
}

export const dateInEnglish = (day: string, form: DateForm): string =>
  new Intl.DateTimeFormat('en-US', { ...forms[form], timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

export const directionsInEnglish: Readonly<Record<Direction, string>> = { up: 'up', down: 'down', level: 'unchanged' }

/** Markets have no English name of their own: the item's English name includes it. */
export const inEnglish = <Item extends { englishName: string; unit: string }>(item: Item) => ({
  ...item,
  name: item.englishName,
  market: '',
  unit: unitInEnglish(item.unit),
})
