import { By, type WebDriver, type WebElement } from 'selenium-webdriver';

const PATIENCE_MS = 20_000;

/** The only tab of a WebKit window. */
export class Tab {
  readonly driver: WebDriver;
  readonly #site: string;

  constructor(driver: WebDriver, site: string) {
    this.driver = driver;
    this.#site = site;
  }

  /** Opens a path. Resolves when all parts of the page are hydrated and its socket is connected. */
  async open(path: string): Promise<void> {
    await this.driver.get(this.#site + path);
    await this.find('html[data-connected="true"]:not(:has([data-dehydrated]))');
  }

  /** The first element of a selector, once there is one. */
  find(selector: string): Promise<WebElement> {
    return this.#first(By.css(selector), selector, false);
  }

  /** The first visible button with this text, or with text that begins so, once there is one. */
  button(name: string, { isStart = false } = {}): Promise<WebElement> {
    const text = 'normalize-space(.)';
    const matches = isStart ? `starts-with(${text}, "${name}")` : `${text} = "${name}"`;
    return this.#first(By.xpath(`//button[${matches} or @aria-label = "${name}"]`), `a button "${name}"`, true);
  }

  /** Clicks an element in the middle of the window, because bars lie over its edges. */
  async click(element: WebElement): Promise<void> {
    await this.driver.executeScript('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', element);
    await element.click();
  }

  /** Presses a key on the element with the focus. */
  async press(key: string): Promise<void> {
    await this.driver.actions().sendKeys(key).perform();
  }

  async pressOn(element: WebElement, key: string): Promise<void> {
    await this.driver.executeScript('arguments[0].focus()', element);
    await this.press(key);
  }

  async waitFor(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    await this.driver.wait(isTrue, PATIENCE_MS, `waiting for ${what}`);
  }

  async #first(by: By, what: string, visible: boolean): Promise<WebElement> {
    let found: WebElement | undefined;
    await this.waitFor(what, async () => {
      const all = await this.driver.findElements(by);
      for (const each of all) if (!visible || (await each.isDisplayed().catch(() => false))) found ??= each;
      return found !== undefined;
    });
    if (found === undefined) throw new Error(`there is no ${what}`);
    return found;
  }
}
