import { expect, it } from 'vitest'
import { defaultSettings, isColour, settingsOf } from './settings.ts'

it('§3 defaults: Chinese, #409EFF, theme-default', () => {
  expect(settingsOf(undefined)).toEqual(defaultSettings)
  expect(defaultSettings).toMatchObject({ language: 'zh', colorName: '#409EFF', themeName: 'theme-default' })
})

it('§3 keeps what was stored', () => {
  const stored = { language: 'en', colorName: '#16A34A', themeName: 'theme-auto', density: 'compact', watermark: true }
  expect(settingsOf(stored)).toEqual(stored)
})

it.each([
  ['a text', 'theme-dark'],
  ['nothing', null],
  ['a list', []],
  ['other kinds', { language: 1, colorName: 2, themeName: [], density: {}, watermark: 'yes' }],
  ['values of another release', { language: 'fr', colorName: 'red;}', themeName: 'theme-pink', density: 'huge' }],
  ['names that every object has', { language: 'constructor', themeName: 'toString' }],
])('§3 falls back to the defaults if %s was stored', (_what, stored) => {
  expect(settingsOf(stored)).toEqual(defaultSettings)
})

it('§3 validates each value separately and drops unknown fields', () => {
  expect(settingsOf({ themeName: 'theme-dark', colorName: 'url(x)', extra: 1 })).toEqual({
    ...defaultSettings,
    themeName: 'theme-dark',
  })
})

it('accepts only #RRGGBB as a colour', () => {
  expect(['#409EFF', '#000000'].every(isColour)).toBe(true)
  expect(['red', '#fff', '#40 eff', 'url(x)', '#409EFF;', 7, null].some(isColour)).toBe(false)
})
