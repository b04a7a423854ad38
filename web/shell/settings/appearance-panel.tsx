// Panel for theme, colour, density, watermark and language (spec §3 "Stored settings"). Changes apply at once.
import './appearance-panel.css'
import { Segmented, Switch } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { optionsOf } from '#web/kit/form/options.ts'
import { changeSettings, type Density, type Language, type ThemeName, useSettings } from '#web/lib/settings.ts'
import { useTexts } from '../texts/texts.ts'

/** Each language in itself, so that people find theirs. */
const languages: Readonly<Record<Language, string>> = { zh: '中文', en: 'English' }

function Line({ label, hint, children }: { label: string; hint?: string; children: (labelId: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="appearance-line">
      <span id={id} className="appearance-label">
        {label}
        {hint && <small>{hint}</small>}
      </span>
      {children(id)}
    </div>
  )
}

function Colours({ labelId }: { labelId: string }) {
  const { colours, ownColour } = useTexts().appearance
  const colorName = useSettings((settings) => settings.colorName).toUpperCase()
  const isOwn = !Object.hasOwn(colours, colorName)
  return (
    <div className="appearance-colours" role="radiogroup" aria-labelledby={labelId}>
      {Object.entries(colours).map(([colour, name]) => (
        <label key={colour} title={name} style={{ color: colour }}>
          <input
            type="radio"
            name="colour"
            aria-label={name}
            checked={colour === colorName}
            onChange={() => changeSettings({ colorName: colour })}
          />
        </label>
      ))}
      <label title={ownColour} data-own="" data-chosen={isOwn || undefined} style={isOwn ? { color: colorName } : {}}>
        <input
          type="color"
          aria-label={ownColour}
          value={colorName.toLowerCase()}
          onChange={(event) => changeSettings({ colorName: event.target.value })}
        />
      </label>
    </div>
  )
}

export default function AppearancePanel({ onLeave }: { onLeave: () => void }) {
  const { appearance } = useTexts()
  const { themeName, density, watermark, language } = useSettings()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onLeave()
  }
  return (
    <div
      ref={panel}
      className="appearance-panel"
      role="dialog"
      aria-label={appearance.title}
      tabIndex={-1}
      onKeyDown={handleKey}
    >
      <h2>{appearance.title}</h2>
      <Line label={appearance.theme}>
        {(id) => (
          <Segmented<ThemeName>
            aria-labelledby={id}
            options={optionsOf(appearance.themes)}
            value={themeName}
            onChange={(value) => changeSettings({ themeName: value })}
          />
        )}
      </Line>
      <Line label={appearance.colour}>{(id) => <Colours labelId={id} />}</Line>
      <Line label={appearance.density}>
        {(id) => (
          <Segmented<Density>
            aria-labelledby={id}
            options={optionsOf(appearance.densities)}
            value={density}
            onChange={(value) => changeSettings({ density: value })}
          />
        )}
      </Line>
      <Line label={appearance.watermark} hint={appearance.watermarkHint}>
        {(id) => (
          <Switch
            aria-labelledby={id}
            checked={watermark}
            onChange={(checked) => changeSettings({ watermark: checked })}
          />
        )}
      </Line>
      <Line label={appearance.language} hint={appearance.languageHint}>
        {(id) => (
          <Segmented<Language>
            aria-labelledby={id}
            options={optionsOf(languages)}
            value={language}
            onChange={(value) => changeSettings({ language: value })}
          />
        )}
      </Line>
    </div>
  )
}
