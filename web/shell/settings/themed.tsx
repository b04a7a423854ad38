// antd's ConfigProvider with theme and language of the settings; changes apply at once, in other windows too.
import { ConfigProvider, type ConfigProviderProps } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import { followSettings, type Language, useSettings } from '#web/lib/settings.ts'
import { cspNonce } from '#web/lib/site.ts'
import { showAppearance, useMode } from './appearance.ts'
import { themeOf } from './theme.ts'

type Props = {
  /** antd locales. Entries without any (sign-in) use no antd texts and are in Chinese. */
  locales?: Readonly<Record<Language, NonNullable<ConfigProviderProps['locale']>>>
  children: ReactNode
}

const button = { autoInsertSpace: false }
const nonce = cspNonce()
const csp = nonce ? { csp: { nonce } } : {}

export function Themed({ locales, children }: Props) {
  const settings = useSettings()
  const mode = useMode()
  const { colorName, density, language } = settings
  const theme = useMemo(() => themeOf({ colorName, density, mode }), [colorName, density, mode])
  useLayoutEffect(() => showAppearance(settings, mode), [settings, mode])
  useLayoutEffect(() => {
    document.documentElement.lang = locales && language === 'en' ? 'en' : 'zh-CN'
  }, [locales, language])
  useEffect(followSettings, [])
  return (
    <ConfigProvider theme={theme} button={button} {...(locales ? { locale: locales[language] } : {})} {...csp}>
      {children}
    </ConfigProvider>
  )
}
