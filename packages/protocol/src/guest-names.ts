import { MAX_ACCOUNT_NAME_LENGTH } from './limits.ts';

/** First words: colours, weather, qualities; at most seven letters, and harmless before any of the nouns. */
const FIRST = `
  amber azure copper crimson indigo ivory jade scarlet silver teal bronze cobalt golden maroon mauve ochre olive
  russet saffron sepia topaz umber pewter ruby pearl opal onyx agate garnet zircon beryl jasper marble slate
  granite basalt quartz flint chalk sandy mossy leafy ferny reedy grassy rocky stony pebbly dewy misty foggy
  cloudy rainy snowy frosty icy windy breezy stormy sunny starry lunar solar stellar cosmic polar arctic alpine
  coastal tidal marine island desert prairie tundra upland lowland eastern western early autumn winter spring
  summer morning evening midday ancient modern timely brisk calm clever bright brave bold candid careful cheery
  classic clear cosy crisp curious dapper daring deft earnest elegant fabled famous festive fleet fluent frank
  fresh gallant gentle genial glad grand handy happy hardy hearty honest humble ideal jolly jovial joyful keen
  kindly lively loyal lucid lucky mellow merry mighty mild mindful modest musical neat nimble noble noted novel
  patient placid playful plucky polite prime prompt proper quick quiet rapid ready regal robust royal rustic
  serene sharp shining simple sincere skilled smart smooth snug social solid sound speedy stable staunch steady
  stoic sturdy subtle sunlit superb swift tactful thrifty tidy trusty upbeat urban useful valiant vibrant vivid
  warm wavy winged wise witty worthy zesty silken velvet woollen cotton linen wooden paper gilded painted carved
  striped spotted dappled braided knitted lofty rolling winding roaming gliding soaring dancing singing humming
  ringing hidden silent distant nearby inland outer inner upper central
`;

/** Second words: birds and other animals, plants, stones, places, the sky, things; at most eight letters. */
const SECOND = `
  avocet bittern bunting curlew dipper dotterel dunlin eider falcon finch flamingo gannet godwit grebe grouse
  harrier heron hoopoe ibis jackdaw jay kestrel kite kiwi lapwing lark linnet magpie mallard martin merlin
  osprey ostrich owl oriole pelican penguin petrel pheasant pigeon pipit plover puffin quail raven redstart
  robin siskin skylark snipe sparrow starling stork swan tern thrush toucan wagtail warbler whimbrel whinchat
  wren wryneck crane dove eagle egret condor otter badger hare lynx marten ermine vole dormouse hedgehog
  squirrel elk moose reindeer caribou bison antelope gazelle ibex chamois alpaca llama vicuna camel wolf fox
  panda koala wombat numbat quokka kangaroo wallaby platypus dolphin porpoise narwhal manatee turtle tortoise
  gecko newt salmon trout sturgeon mackerel marlin seahorse starfish octopus cricket beetle firefly mayfly alder
  aspen birch cedar cypress elm hazel holly hornbeam juniper larch laurel linden maple oak poplar rowan sequoia
  spruce sycamore walnut willow yew acorn almond apple apricot barley basil bluebell bracken bramble briar
  clover comfrey crocus daisy dahlia fennel fern gentian gorse heather hyacinth iris jasmine lavender lichen
  lily lotus lupin mallow marigold mint moss myrtle oregano orchid parsley peony plum poppy primrose quince reed
  rosemary rush sage sorrel thistle thyme tulip verbena vetch yarrow boulder pebble cobble geode amethyst
  calcite diorite dolomite feldspar gabbro gneiss obsidian olivine pumice pyrite rhyolite sapphire shale spinel
  zeolite emerald diamond atoll bay brook canyon cape cascade cavern cliff cloud cove creek delta dune estuary
  fjord glacier glade glen grotto grove gulf hamlet haven headland hill inlet knoll lagoon lake ledge loch
  meadow mesa moor mountain oasis ocean orchard peak plateau pond ravine reef ridge river shore sierra skerry
  slope steppe strait stream summit tarn thicket torrent valley woodland aurora comet eclipse equinox galaxy
  horizon meteor moon nebula planet rainbow raindrop snowfall solstice star sunrise sunset sunbeam twilight
  zephyr zenith anchor anvil arrow banner basket beacon bell bobbin bridge button candle castle chariot chisel
  clock compass cottage cymbal dulcimer easel fiddle flute galleon gondola harp hearth kayak kettle lamp lantern
  ladder lute lyre mandolin mirror mosaic oboe pennant piano pillar plough puzzle quill raft rudder sail
  schooner sextant shuttle sundial teapot thimble timber trellis trumpet viola wagon wheel whistle windmill
  zither
`;

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** The words in lower case, built on first use because most pages need none. */
let lists: { readonly first: readonly string[]; readonly second: readonly string[] } | undefined;
export function guestNameWords(): { readonly first: readonly string[]; readonly second: readonly string[] } {
  lists ??= { first: words(FIRST), second: words(SECOND) };
  return lists;
}

const MAX_NUMBER = 999;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A guest's name such as `Amber-Otter`, without spaces for commands and addresses. @param choice an integer from 0 */
export function guestName(choice: number): string {
  const { first, second } = guestNameWords();
  const pair = choice % (first.length * second.length);
  return [first[pair % first.length], second[Math.floor(pair / first.length)]]
    .map((word = '') => capital(word))
    .join('-');
}

/** The same name for another guest, with a number to distinguish the two. `choice` as above. */
export function numberedGuestName(name: string, choice: number): string {
  const most = Math.min(MAX_NUMBER, 10 ** (MAX_ACCOUNT_NAME_LENGTH - name.length - 1) - 1);
  return `${name}-${2 + (choice % (most - 1))}`;
}

/** The guest name for typed text in any case, with or without the hyphen; undefined for other names. */
export function readGuestName(text: string): string | undefined {
  const [one = '', two = '', number, ...more] = text.trim().toLowerCase().split(/[ _-]/);
  const { first, second } = guestNameWords();
  if (more.length > 0 || !first.includes(one) || !second.includes(two)) return undefined;
  if (number !== undefined && !/^[1-9]\d{0,2}$/.test(number)) return undefined;
  return [capital(one), capital(two), number].filter((part) => part !== undefined).join('-');
}

/** No account can have such a name; older guests are called `Guest-` and some letters. */
export const isGuestName = (name: string): boolean => /^Guest-/.test(name) || readGuestName(name) === name;
