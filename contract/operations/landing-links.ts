// Landing addresses of advertisements: the parameters that a registration hands over, with the macros of each search engine.
import type { SearchSource } from './search-labels.ts'

export type LinkSource = Exclude<SearchSource, 'other'>

/** What a macro comes out as at a click, by way of an example. */
type Macro = { macro: string; sample: string }

/** `term`: the macro of the keyword's text; without one it is typed. Click numbers come as they are, or by a macro. */
export const linkMacros: Readonly<
  Record<LinkSource, { utm: string; term: Macro | null; click: Record<string, Macro> }>
> = {
  baidu: {
    utm: 'baidu',
    term: { macro: '{keyword}', sample: '螺纹钢价格' },
    click: { bd_vid: { macro: '', sample: '8712340056781234567' } },
  },
  so360: { utm: '360', term: null, click: { qhclickid: { macro: '', sample: 'a1b2c3d4e5f60718' } } },
  sogou: { utm: 'sogou', term: null, click: { sogouclickid: { macro: '', sample: '3c7d1e9055aa' } } },
  bing: {
    utm: 'bing',
    term: { macro: '{keyword}', sample: '螺纹钢价格' },
    click: { msclkid: { macro: '{msclkid}', sample: 'f0e1d2c3b4a5968778695a4b3c2d1e0f' } },
  },
}

export type LandingLink = { address: string; source: LinkSource; campaign: string; term?: string }

/** Parameters of a link in their order: as it is entered into the account, and as it may come out at a click. */
export function linkParameters({
  source,
  campaign,
  term,
}: LandingLink): { name: string; entered: string; sample: string }[] {
  const { utm, term: macro, click } = linkMacros[source]
  const fixed = (name: string, value: string) => ({ name, entered: value, sample: value })
  const typed = term?.trim() ?? ''
  const terms =
    typed !== ''
      ? [fixed('utm_term', typed)]
      : macro === null
        ? []
        : [{ name: 'utm_term', entered: macro.macro, sample: macro.sample }]
  return [
    fixed('utm_source', utm),
    fixed('utm_medium', 'cpc'),
    fixed('utm_campaign', campaign.trim()),
    ...terms,
    ...Object.entries(click).map(([name, { macro: entered, sample }]) => ({ name, entered, sample })),
  ]
}

/** Macros stay readable: search engines find them by their braces. */
const encoded = (text: string) => (/^\{\w+\}$/.test(text) ? text : encodeURIComponent(text))

/** What the search engine adds itself is not entered. */
function linkOf(link: LandingLink, which: 'entered' | 'sample'): string {
  const [, page = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(link.address) ?? []
  const query = linkParameters(link)
    .filter((parameter) => parameter[which] !== '')
    .map((parameter) => `${parameter.name}=${encoded(parameter[which])}`)
  return `${page}${search === '' ? '?' : `${search}&`}${query.join('&')}${hash}`
}

/** Of an address that a URL can be made of. */
export const landingLink = (link: LandingLink): string => linkOf(link, 'entered')
/** The same as it may come out at a click, to be opened. */
export const sampleLink = (link: LandingLink): string => linkOf(link, 'sample')
