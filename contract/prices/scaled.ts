// Exact decimals as whole numbers of a unit, for formulas: thousands of days are computed in a transaction, and big integers do
// that several times quicker than a decimal library, which reckons all else (docs/decisions/052).

/** Digits after the point that a quotient keeps; its last is rounded half-up, away from zero. */
const QUOTIENT_SCALE = 60

const powers: bigint[] = [1n]
function powerOf(exponent: number): bigint {
  const known = powers[exponent]
  if (known !== undefined) return known
  const power = 10n ** BigInt(exponent)
  powers[exponent] = power
  return power
}

function dividedHalfUp(dividend: bigint, divisor: bigint): bigint {
  const [above, below] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const size = (above * 2n + below) / (below * 2n)
  return dividend < 0n === divisor < 0n ? size : -size
}

/** `units` / 10^`scale`. Sums, differences and products lose no digit. */
export class Scaled {
  readonly units: bigint
  readonly scale: number

  constructor(units: bigint, scale: number) {
    this.units = units
    this.scale = scale
  }

  /** Of a plain decimal, as `numeric` and formulas write it: `-12.50`, `.5`, `3.`. */
  static of(text: string): Scaled {
    const point = text.indexOf('.')
    if (point < 0) return new Scaled(BigInt(text), 0)
    return new Scaled(BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1)
  }

  private at(scale: number): bigint {
    return scale === this.scale ? this.units : this.units * powerOf(scale - this.scale)
  }

  plus(other: Scaled): Scaled {
    const scale = Math.max(this.scale, other.scale)
    return new Scaled(this.at(scale) + other.at(scale), scale)
  }

  minus(other: Scaled): Scaled {
    const scale = Math.max(this.scale, other.scale)
    return new Scaled(this.at(scale) - other.at(scale), scale)
  }

  times(other: Scaled): Scaled {
    return new Scaled(this.units * other.units, this.scale + other.scale)
  }

  /** By anything but zero. */
  dividedBy(other: Scaled): Scaled {
    const shift = QUOTIENT_SCALE + other.scale - this.scale
    const [dividend, divisor] =
      shift < 0 ? [this.units, other.units * powerOf(-shift)] : [this.units * powerOf(shift), other.units]
    return new Scaled(dividedHalfUp(dividend, divisor), QUOTIENT_SCALE)
  }

  negated(): Scaled {
    return new Scaled(-this.units, this.scale)
  }

  abs(): Scaled {
    return this.units < 0n ? this.negated() : this
  }

  isZero(): boolean {
    return this.units === 0n
  }

  /** Below zero where it is less than the other, above where it is more. */
  comparedTo(other: Scaled): number {
    const scale = Math.max(this.scale, other.scale)
    const [own, others] = [this.at(scale), other.at(scale)]
    if (own === others) return 0
    return own < others ? -1 : 1
  }

  rounded(decimals: number): Scaled {
    if (this.scale <= decimals) return this
    return new Scaled(dividedHalfUp(this.units, powerOf(this.scale - decimals)), decimals)
  }

  /** With exactly so many decimals, rounded half-up; zero has no sign. */
  toFixed(decimals: number): string {
    const units = this.rounded(decimals).at(decimals)
    if (decimals === 0) return units.toString()
    const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  }
}
