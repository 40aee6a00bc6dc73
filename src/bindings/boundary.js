// JavaScript's part of the boundary: an Emscripten library that marshal.cpp imports. embind makes every operation a function of the module,
// `module.name(request)` → {status, argument, value}, and hands over the request's val; C++ walks the object behind it and builds the answer
// with the functions below, one field a call, one copy an array.
mergeInto(LibraryManager.library, {
  // Names and texts are ASCII and end with a zero, so that embind's reader serves for them, too.
  $boundary__deps: ['$readLatin1String'],
  // `at` is the object that is read or built, `outer` those it lies in, `value` the field that was looked at last.
  $boundary: {
    outer: [],
    at: null,
    value: undefined,
    /** The heap's view of an element type, in the order of marshal.cpp's `kElement`; looked up at each use, because growth replaces them. */
    view: (element, address, count) => {
      const heap = [HEAPU8, HEAP32, HEAPU32, HEAPF32, HEAPF64][element];
      const start = address / heap.BYTES_PER_ELEMENT;
      return heap.subarray(start, start + count);
    },
    put: (name, value) => { boundary.at[name ? readLatin1String(name) : boundary.at.length] = value; },
    /** 0 undefined, 1 number, 2 text, 3 false, 4 true, 5 object, 6 anything else: `Kind` of marshal.cpp. */
    kind: (value) => {
      const place = ['undefined', 'number', 'string', 'boolean', 'object'].indexOf(typeof value);
      if (place == 3) return value ? 4 : 3;
      if (place == 4) return value && !Array.isArray(value) ? 5 : 6;
      return place < 0 ? 6 : place;
    },
  },

  // The two ends of a call: the request behind a val's handle, and the answer as a new val's handle.
  attn_open__deps: ['$boundary', '$Emval'],
  attn_open: function (request) {
    boundary.outer = [{}];
    boundary.at = boundary.value = Emval.toValue(request);
  },
  attn_close__deps: ['$boundary', '$Emval'],
  attn_close: function () { return Emval.toHandle(boundary.outer[0]); },

  // Reading.
  attn_kind: function () { return boundary.kind(boundary.value); },
  attn_look: function (name) { return boundary.kind(boundary.value = boundary.at[readLatin1String(name)]); },
  attn_number: function () { return boundary.value; },
  attn_is_text: function (text) { return boundary.value === readLatin1String(text); },
  attn_enter: function () {
    boundary.outer.push(boundary.at);
    boundary.at = boundary.value;
  },
  attn_leave: function () { boundary.at = boundary.outer.pop(); },
  attn_defined_fields: function () { return Object.keys(boundary.at).filter((key) => boundary.at[key] !== undefined).length; },
  // Whether every element is a number is checked before the copy, because a BigInt or a Symbol in it would throw through
  // WebAssembly's frames. An array that is too long anyway is not looked through. A detached buffer has length 0.
  attn_numbers: function () {
    const value = boundary.value;
    if (Array.isArray(value)) return value.length <= 16777216 && !value.every((x) => typeof x == 'number') ? -1 : value.length;
    if (!ArrayBuffer.isView(value) || typeof value.length != 'number') return -1;
    return typeof BigInt64Array != 'undefined' && (value instanceof BigInt64Array || value instanceof BigUint64Array) ? -1 : value.length;
  },
  attn_copy_in: function (element, address, count) { boundary.view(element, address, count).set(boundary.value); },

  // Writing. A name of 0 appends to a list. Arrays are copied out, so no view of WebAssembly memory survives.
  attn_answer: function () { boundary.at = boundary.outer[0]; },
  attn_put_number: function (name, number) { return boundary.put(name, number); },
  attn_put_flag: function (name, flag) { return boundary.put(name, flag != 0); },
  attn_put_text: function (name, text) { return boundary.put(name, readLatin1String(text)); },
  attn_put_numbers: function (name, element, address, count) { return boundary.put(name, boundary.view(element, address, count).slice()); },
  attn_put_open: function (name, list) {
    const inner = list ? [] : {};
    boundary.put(name, inner);
    boundary.outer.push(boundary.at);
    boundary.at = inner;
  },
});
