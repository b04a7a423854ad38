// The appearance of the console for the component library: every colour, size and duration that components use comes from here.
import { type ThemeConfig, theme } from 'antd'
import type { Density } from '../../lib/settings.ts'
import { accentsOf, type Mode, neutrals } from './palette.ts'

type Appearance = { colorName: string; density: Density; mode: Mode }

/** experience.md: rows and controls of the two densities, px. */
const sizes: Readonly<Record<Density, { control: number; line: number; formGap: number }>> = {
  comfortable: { control: 32, line: 36, formGap: 24 },
  compact: { control: 28, line: 32, formGap: 18 },
}

/** What somebody has opened is not covered by what comes by itself: messages are at 2010, notifications at 2050. */
const ABOVE_NOTICES = 2100

/** Components whose text, or whose ground under text, is the primary colour: there it has to be the ink. */
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

/** Behind a message in light mode: what the library derives from colours as dark as ours is muddy. */
const washes = {
  ...{ colorWarningBg: '#fff6e8', colorWarningBorder: '#e9c48d' },
  ...{ colorSuccessBg: '#edf7f0', colorSuccessBorder: '#a5d3b3' },
}

export function themeOf({ colorName, density, mode }: Appearance): ThemeConfig {
  const isDark = mode === 'dark'
  const of = neutrals[mode]
  const { accent, ink, inkHover, inkActive, tint, tintStrong } = accentsOf(colorName, mode)
  const { control, line, formGap } = sizes[density]
  // what stands on the ink or on a state's colour: the ground of the mode, which the ink reaches 4.5 : 1 against
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
    // one version of the library on a page: its names need no mark; in the build its styles are sheets (antd-styles.ts)
    hashed: false,
    zeroRuntime: import.meta.env.PROD,
    // the dark algorithm dims the colours that it is given: these are chosen for the mode already
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
      // what floats stands out from the surface, in dark mode by being lighter
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
        // the sidebar's menu lies on a surface; those that float are grounded by their popup
        itemBg: 'transparent',
        popupBg: isDark ? of.fill : of.surface,
      },
      Form: { labelColor: of.textSoft, itemMarginBottom: formGap, verticalLabelPadding: '0 0 4px' },
      // in dark mode a dialog lies on the surface, as tables in it do, and their heads stand out
      Modal: { titleFontSize: 16, ...(isDark && { contentBg: of.surface, headerBg: of.surface }) },
    },
  }
}
