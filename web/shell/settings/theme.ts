// antd theme of the console: all colours, sizes and durations of components.
import { type ThemeConfig, theme } from 'antd'
import type { Density } from '#web/lib/settings.ts'
import { accentsOf, type Mode, neutrals } from './palette.ts'

type Appearance = { colorName: string; density: Density; mode: Mode }

/** experience.md: sizes of rows, controls and form gaps in both densities, px. */
const sizes: Readonly<Record<Density, { control: number; line: number; formGap: number }>> = {
  comfortable: { control: 32, line: 36, formGap: 24 },
  compact: { control: 28, line: 32, formGap: 18 },
}

/** z-index of popups the person opened: above antd's messages (2010) and notifications (2050). */
const ABOVE_NOTICES = 2100

/** Components that use the primary colour for text or behind text: they need the readable `ink` instead. */
const inkedComponents = [
  'Anchor',
  'Badge',
  'Breadcrumb',
  'Calendar',
  'Cascader',
  'DatePicker',
  'Mentions',
  'Radio',
  'Segmented',
  'Select',
  'Steps',
  'Tabs',
  'Tag',
  'Tree',
  'Typography',
] as const

/** Alert backgrounds in light mode: those that antd derives from such dark colours look muddy. */
const washes = {
  colorWarningBg: '#fff6e8',
  colorWarningBorder: '#e9c48d',
  colorSuccessBg: '#edf7f0',
  colorSuccessBorder: '#a5d3b3',
}

export function themeOf({ colorName, density, mode }: Appearance): ThemeConfig {
  const isDark = mode === 'dark'
  const of = neutrals[mode]
  const { accent, ink, inkHover, inkActive, tint, tintStrong } = accentsOf(colorName, mode)
  const { control, line, formGap } = sizes[density]
  // text on ink or state colours: the mode's background, against which ink reaches 4.5 : 1
  const onInk = isDark ? of.page : of.surface
  const inked = { colorPrimary: ink, colorPrimaryHover: inkHover, colorPrimaryActive: inkActive }
  const chosen = {
    colorPrimary: accent,
    colorInfo: ink,
    colorLink: ink,
    colorError: of.danger,
    colorSuccess: of.success,
    colorWarning: of.warning,
  }
  return {
    // only one antd version, so no hashed class names; in the build styles are static sheets (antd-styles.ts)
    hashed: false,
    zeroRuntime: import.meta.env.PROD,
    // the dark algorithm dims the seed colours, but ours are already chosen for the mode
    algorithm: isDark ? (seed) => ({ ...theme.darkAlgorithm(seed), ...chosen }) : theme.defaultAlgorithm,
    token: {
      ...chosen,
      ...(!isDark && washes),
      colorLinkHover: inkHover,
      colorLinkActive: inkActive,
      colorPrimaryText: ink,
      colorPrimaryTextHover: inkHover,
      colorPrimaryTextActive: inkActive,
      colorPrimaryBg: tint,
      colorPrimaryBgHover: tintStrong,
      colorErrorText: of.danger,
      colorText: of.text,
      colorTextSecondary: of.textSoft,
      colorTextTertiary: of.textFaint,
      colorTextDescription: of.textFaint,
      colorTextPlaceholder: of.textFaint,
      colorTextLightSolid: onInk,
      colorBorder: of.line,
      colorBorderSecondary: of.lineSoft,
      colorBgLayout: of.page,
      colorBgContainer: of.surface,
      colorFillAlter: of.fill,
      controlItemBgActive: tint,
      controlItemBgActiveHover: tintStrong,
      // in dark mode popups are lighter than the surface, to stand out
      ...(isDark && { colorBgElevated: of.fill, colorBgSpotlight: of.text }),
      fontFamily: '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", system-ui, sans-serif',
      fontSize: 14,
      borderRadius: 4,
      controlHeight: control,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.16s',
      motionDurationSlow: '0.2s',
    },
    components: {
      ...Object.fromEntries(inkedComponents.map((name) => [name, inked])),
      Button: {
        ...inked,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        primaryColor: onInk,
        dangerColor: onInk,
      },
      Table: { fontSize: 13, headerBg: of.fill, cellPaddingBlockSM: 7, cellPaddingBlockMD: 8 },
      Pagination: { ...inked, itemActiveColor: ink, itemActiveColorHover: inkHover },
      Dropdown: { ...inked, zIndexPopup: ABOVE_NOTICES },
      Select: { ...inked, zIndexPopup: ABOVE_NOTICES },
      Menu: {
        itemHeight: line,
        itemSelectedColor: ink,
        itemSelectedBg: tint,
        subMenuItemSelectedColor: ink,
        horizontalItemSelectedColor: ink,
        itemBorderRadius: 4,
        itemMarginInline: 6,
        activeBarBorderWidth: 0,
        subMenuItemBg: 'transparent',
        // the sidebar provides the background; floating menus get it from `popupBg`
        itemBg: 'transparent',
        popupBg: isDark ? of.fill : of.surface,
      },
      Form: { labelColor: of.textSoft, itemMarginBottom: formGap, verticalLabelPadding: '0 0 4px' },
      // in dark mode dialogs use the surface colour, so that table headers in them stand out
      Modal: { titleFontSize: 16, ...(isDark && { contentBg: of.surface, headerBg: of.surface }) },
    },
  }
}
