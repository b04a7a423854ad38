// The look of the console, set once: every colour, size and duration that components use comes from here.
import type { ThemeConfig } from 'antd'

/** spec §3: the default colour. On white it reaches 2.7 : 1 only, so text and filled buttons use the darker ink. */
const PRIMARY = '#409eff'
/** The primary colour where it is text or carries white text: 5.6 : 1 on white, 5.1 : 1 on the page's grey. */
const INK = '#1764c0'
const INK_HOVER = '#2b77d2'
const INK_ACTIVE = '#0f4d99'

const neutral = {
  text: '#1f2329',
  secondary: '#4b5260',
  tertiary: '#646b78',
  border: '#d5d9e0',
  borderSoft: '#e6e9ee',
  fill: '#f4f6f9',
  page: '#eff2f6',
}

export const theme: ThemeConfig = {
  token: {
    colorPrimary: PRIMARY,
    colorInfo: INK,
    colorLink: INK,
    colorLinkHover: INK_HOVER,
    colorLinkActive: INK_ACTIVE,
    colorPrimaryText: INK,
    colorError: '#cf2f3f',
    colorSuccess: '#237a3f',
    colorWarning: '#a85a00',
    colorText: neutral.text,
    colorTextSecondary: neutral.secondary,
    colorTextTertiary: neutral.tertiary,
    colorTextDescription: neutral.tertiary,
    colorTextPlaceholder: '#6d7480',
    colorBorder: neutral.border,
    colorBorderSecondary: neutral.borderSoft,
    colorBgLayout: neutral.page,
    colorFillAlter: neutral.fill,
    fontFamily: '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", system-ui, sans-serif',
    fontSize: 14,
    borderRadius: 4,
    controlHeight: 32,
    motionDurationFast: '0.12s',
    motionDurationMid: '0.16s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Button: {
      colorPrimary: INK,
      colorPrimaryHover: INK_HOVER,
      colorPrimaryActive: INK_ACTIVE,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    Table: { fontSize: 13, headerBg: neutral.fill, cellPaddingBlockSM: 7, cellPaddingBlockMD: 8 },
    Pagination: { itemActiveColor: INK, itemActiveColorHover: INK_HOVER },
    Dropdown: { colorPrimary: INK, controlItemBgActive: '#e8f2ff', controlItemBgActiveHover: '#dcebfd' },
    Menu: {
      itemHeight: 36,
      itemSelectedColor: INK,
      itemSelectedBg: '#e8f2ff',
      subMenuItemSelectedColor: INK,
      horizontalItemSelectedColor: INK,
      itemBorderRadius: 4,
      itemMarginInline: 6,
      activeBarBorderWidth: 0,
      subMenuItemBg: 'transparent',
    },
    Form: { labelColor: neutral.secondary, itemMarginBottom: 24, verticalLabelPadding: '0 0 4px' },
    Modal: { titleFontSize: 16 },
  },
}
