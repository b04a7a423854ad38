// Texts of the shell in the chosen language. Pages and the server are Chinese only.
import { type Language, useSettings } from '#web/lib/settings.ts'
import { en } from './en.ts'
import { type Texts, zh } from './zh.ts'

const languages: Readonly<Record<Language, Texts>> = { zh, en }

/** For code outside components. */
export const textsNow = (): Texts => languages[useSettings.getState().language]

export const useTexts = (): Texts => languages[useSettings(({ language }) => language)]
