// System and browser from a user agent. The first match counts, as each imitates others.

const systems: [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙设备'],
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/Android/, '安卓设备'],
  [/Windows/, 'Windows 电脑'],
  [/Mac OS X|Macintosh/, 'Mac 电脑'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux 电脑'],
]

const browsers: [RegExp, string][] = [
  [/wxwork\/(\d+)/, '企业微信'],
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:QQBrowser|MQQBrowser)\/(\d+)/, 'QQ 浏览器'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, '火狐'],
  [/(?:Chrome|CriOS|Chromium|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari\//, 'Safari'],
]

/** `Windows 电脑 · Chrome 143`, or the recognised part. */
export function describeDevice(userAgent: string): string {
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  const found = browsers
    .map(([pattern, name]) => ({ name, match: pattern.exec(userAgent) }))
    .find(({ match }) => match !== null)
  const browser = found && `${found.name} ${found.match?.[1]}`
  return [system, browser].filter(Boolean).join(' · ') || '未知设备'
}
