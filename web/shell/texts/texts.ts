// The shell's own texts in the language of the settings. Pages and the server speak Chinese.
import { type Language, useSettings } from '../../lib/settings.ts'
import { en } from './en.ts'
import { type Texts, zh } from './zh.ts'

const languages: Readonly<Record<Language, Texts>> = { zh, en }

/** For what is no component. */
export const textsNow = (): Texts => languages[useSettings.getState().language]

export const useTexts = (): Texts => languages[useSettings(({ language }) => language)]
